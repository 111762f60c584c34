// Where a printer is and how wide its paper is: what everybody has to know of it, in the first run and in the settings.
import type { PrinterConfig } from '@balcao/shared/http/printing.ts';
import { useState } from 'react';
import { SelectField, TextField } from '../../../ui/staff/fields.tsx';

export const DEFAULT_PORT = 9100;
const DEFAULT_DEVICE = '/dev/usb/lp0';

/** The port that was typed; what is no number is the usual one. */
export const portOf = (text: string): number => Number(text.replace(/\D/g, '')) || DEFAULT_PORT;

export function PrinterFields({
  printer,
  onChange,
}: {
  printer: PrinterConfig;
  onChange: (printer: PrinterConfig) => void;
}) {
  const { transport } = printer;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <>
      <SelectField
        label="Ligação"
        value={transport.kind}
        options={[
          ['tcp', 'Rede (IP)'],
          ['file', 'Cabo USB'],
        ]}
        onValue={(kind) =>
          onChange({
            ...printer,
            transport:
              kind === 'file'
                ? { kind: 'file', devicePath: DEFAULT_DEVICE }
                : { kind: 'tcp', host: '', port: DEFAULT_PORT },
          })
        }
      />
      {transport.kind === 'tcp' ? (
        <>
          <TextField
            label="IP da impressora"
            placeholder="192.168.0.50"
            value={transport.host}
            onValue={(host) => onChange({ ...printer, transport: { ...transport, host: host.trim() } })}
          />
          <TextField
            label="Porta"
            inputMode="numeric"
            placeholder={String(DEFAULT_PORT)}
            // Also an empty field while a number is replaced; a printer that was picked has its own.
            value={typed !== null && portOf(typed) === transport.port ? typed : String(transport.port)}
            onValue={(text) => {
              setTyped(text);
              onChange({ ...printer, transport: { ...transport, port: portOf(text) } });
            }}
          />
        </>
      ) : (
        <TextField
          label="Dispositivo"
          value={transport.devicePath}
          onValue={(devicePath) => onChange({ ...printer, transport: { ...transport, devicePath } })}
        />
      )}
      <SelectField
        label="Papel"
        value={String(printer.columns)}
        options={[
          ['48', '80 mm (o mais comum)'],
          ['32', '58 mm (estreito)'],
        ]}
        onValue={(columns) => onChange({ ...printer, columns: columns === '32' ? 32 : 48 })}
      />
    </>
  );
}
