// The part of pngjs that the simulators use; the package brings no types of its own.

declare module 'pngjs' {
  export class PNG {
    constructor(options: { width: number; height: number });
    width: number;
    height: number;
    /** RGBA, row by row. */
    data: Buffer;
    static sync: {
      read(png: Buffer): PNG;
      write(png: PNG, options?: { colorType?: 0 | 2 | 4 | 6 }): Buffer;
    };
  }
}
