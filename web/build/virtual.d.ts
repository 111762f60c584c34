// Modules that the build makes.
declare module 'virtual:icon-sprite' {
  /** The address of the file with the pictograms (build/icon-sprite.ts). */
  const address: string;
  export default address;
}
