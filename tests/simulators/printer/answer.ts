// What a printer is asked for and sends back.

export type Answer =
  | { kind: 'process-id'; id: Uint8Array }
  | { kind: 'paper-status' }
  | { kind: 'drawer-status' }
  | { kind: 'automatic-status'; mask: number }
  | { kind: 'printer-id'; n: number };
