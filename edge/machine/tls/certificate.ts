// The certificate that the store shows on its own network: read from two files, judged in words that say what to do.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';

export type CertificateFiles = { certFile: string; keyFile: string };

export type Certificate = {
  /** PEM, the chain included. */
  cert: string;
  key: string;
  validToMs: number;
  /** Whether it is for this host name. */
  names(host: string): boolean;
};

/** Reads both files anew: a renewed certificate takes the place of the one before. The refusal is a sentence for the owner. */
export async function readCertificate(
  { certFile, keyFile }: CertificateFiles,
  nowMs: number,
): Promise<Result<Certificate, string>> {
  const [cert, key] = await Promise.all([readText(certFile), readText(keyFile)]);
  if (!cert.ok) return cert;
  if (!key.ok) return key;
  const parsed = parse(() => new X509Certificate(cert.value));
  if (parsed === null) return refused(`${certFile} não é um certificado em PEM.`);
  const privateKey = parse(() => createPrivateKey(key.value));
  if (privateKey === null) return refused(`${keyFile} não é uma chave em PEM, ou pede senha.`);
  if (!parsed.checkPrivateKey(privateKey))
    return refused('A chave não é a deste certificado. Instale os dois arquivos da mesma renovação.');
  const [validFromMs, validToMs] = [parsed.validFrom, parsed.validTo].map((text) => Date.parse(text));
  if (validFromMs === undefined || nowMs < validFromMs)
    return refused(`O certificado só vale a partir de ${day(validFromMs)}. Confira o relógio desta máquina.`);
  if (validToMs === undefined || nowMs >= validToMs)
    return refused(`O certificado venceu em ${day(validToMs)}. Renove e instale de novo.`);
  return accepted({
    cert: cert.value,
    key: key.value,
    validToMs,
    names: (host) => parsed.checkHost(host) !== undefined,
  });
}

/** How the files stand at the moment; null where none are set up. */
export async function certificateState(
  files: CertificateFiles | null,
  nowMs: number,
): Promise<{ trouble: string | null; validToMs: number | null } | null> {
  if (files === null) return null;
  const found = await readCertificate(files, nowMs);
  return found.ok
    ? { trouble: null, validToMs: found.value.validToMs }
    : { trouble: found.refusal, validToMs: null };
}

async function readText(file: string): Promise<Result<string, string>> {
  try {
    return accepted(await readFile(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refused(
      code === 'ENOENT'
        ? `Não há arquivo ${file}.`
        : code === 'EACCES'
          ? `A loja não pode ler ${file}: dê a leitura ao grupo balcao.`
          : `${file} não pode ser lido (${code ?? 'erro'}).`,
    );
  }
}

function parse<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    // A file that cannot be parsed; the caller says so in words.
    return null;
  }
}

const day = (ms: number | undefined): string =>
  ms === undefined ? 'data desconhecida' : new Date(ms).toLocaleDateString('pt-BR', { timeZone: 'UTC' });
