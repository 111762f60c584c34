// Takes out of a Linux program what it is not run with: the sections that no segment loads, its symbols for debuggers above all. Node as it
// comes has 18 MB of them. What `strip` does, but for either processor on any machine, and the same bytes everywhere.

const SECTION_BYTES = 64;
const HEAD_BYTES = 64;
/** Fields of the head and of a section in a 64-bit little-endian ELF file. */
const HEAD = { sectionsAt: 0x28, sectionCount: 0x3c, namesIndex: 0x3e };
const SECTION = { flags: 0x08, offset: 0x18, size: 0x20 };
const LOADED = 2n;

/** The program without them. What is not laid out as expected is left as it is. */
export function stripProgram(program: Buffer): Buffer {
  if (program.subarray(0, 6).toString('latin1') !== '\x7fELF\x02\x01') return program;
  const tableAt = Number(program.readBigUInt64LE(HEAD.sectionsAt));
  const count = program.readUInt16LE(HEAD.sectionCount);
  const section = (index: number): Buffer =>
    program.subarray(tableAt + index * SECTION_BYTES, tableAt + (index + 1) * SECTION_BYTES);
  const isLoaded = (index: number): boolean =>
    (section(index).readBigUInt64LE(SECTION.flags) & LOADED) !== 0n;
  const indexes = Array.from({ length: count }, (_, index) => index);
  const unloaded = indexes.findIndex((index) => index > 0 && !isLoaded(index));
  // All that is loaded stands before the rest: then indexes and offsets of what stays do not change.
  if (unloaded === -1 || indexes.slice(unloaded).some(isLoaded)) return program;
  const end = Number(section(unloaded).readBigUInt64LE(SECTION.offset));
  const names = section(program.readUInt16LE(HEAD.namesIndex));
  const namesAt = Number(names.readBigUInt64LE(SECTION.offset));
  const nameBytes = program.subarray(namesAt, namesAt + Number(names.readBigUInt64LE(SECTION.size)));

  const head = Buffer.from(program.subarray(0, HEAD_BYTES));
  const newTableAt = Math.ceil((end + nameBytes.length) / 8) * 8;
  head.writeBigUInt64LE(BigInt(newTableAt), HEAD.sectionsAt);
  head.writeUInt16LE(unloaded + 1, HEAD.sectionCount);
  head.writeUInt16LE(unloaded, HEAD.namesIndex);
  const newNames = Buffer.from(names);
  newNames.writeBigUInt64LE(BigInt(end), SECTION.offset);
  return Buffer.concat([
    head,
    program.subarray(HEAD_BYTES, end),
    nameBytes,
    Buffer.alloc(newTableAt - end - nameBytes.length),
    program.subarray(tableAt, tableAt + unloaded * SECTION_BYTES),
    newNames,
  ]);
}
