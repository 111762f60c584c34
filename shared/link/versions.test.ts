import { describe, expect, it } from 'vitest';
import { isTooOld, versionTrouble } from './versions.ts';

const fitting = { storeVersion: '1.4.0', storeMin: '1.2.0', relayVersion: '1.5.0', relayMin: '1.3.0' };

describe('versions of store and relay', () => {
  it('that fit are no trouble, nor those that say nothing of themselves', () => {
    expect(versionTrouble(fitting)).toBeNull();
    expect(versionTrouble({ ...fitting, storeMin: null, relayVersion: null })).toBeNull();
    expect(isTooOld('from-my-desk', '1.0.0')).toBe(false);
  });

  it('tell who must be updated, and to what', () => {
    expect(versionTrouble({ ...fitting, storeMin: '1.4.1' })).toBe(
      'Esta loja está na versão 1.4.0 e o site precisa da 1.4.1 ou mais nova. Atualize a loja em Configurações.',
    );
    expect(versionTrouble({ ...fitting, relayVersion: '1.2.9' })).toContain('O site está na versão 1.2.9');
  });
});
