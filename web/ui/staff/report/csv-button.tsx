// The table of a chart as a file for a spreadsheet.
import { BOM, csvLine } from '@balcao/shared/csv.ts';
import { Download } from 'lucide-react';
import { saveFile } from '../../save-file.ts';

type Props = {
  /** What is in it, said to whoever hears the button. */
  title: string;
  /** Without its ending. */
  file: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
};

export function CsvButton({ title, file, columns, rows }: Props) {
  if (rows.length === 0) return null;
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm min-h-9"
      aria-label={`Baixar ${title} (CSV)`}
      onClick={() => saveFile(`${file}.csv`, 'text/csv', BOM + [columns, ...rows].map(csvLine).join(''))}
    >
      <Download aria-hidden className="size-4" /> CSV
    </button>
  );
}
