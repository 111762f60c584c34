// What a search for printers finds.

export type FoundPrinters = { network: { name: string; host: string; port: number }[]; devices: string[] };
