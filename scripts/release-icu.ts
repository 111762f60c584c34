// Takes out of Node the words of languages that no shop of ours speaks: 18 MB of month names, currencies, units and orders of letters in
// seven hundred languages and places. What stays is what Node's own build with `--with-icu-locales=en,pt` keeps: those two, and all that
// is no language's own (rules, time zones, characters, encodings). Node is not built anew and no byte of its code changes; a segment of the
// program is parted where the words were, so that nothing of them lies on the card. The same bytes everywhere, for either processor.

const LANGUAGES = /^(en|pt)(_|$)/;
/** An entry of one language, by its name: `icudt78l/curr/fr_CA.res`. `res_index.res` looks like one and lists them. */
const LANGUAGE_FILE = /^[^/]+\/(?:[a-z]+\/)?(?!res_index\.)([a-z]{2,3}(?:_[A-Za-z0-9]+)*)\.res$/;
/** How writing is read and parted, also inside a Portuguese sentence: few, and other entries need them. */
const WRITING = /^[^/]+\/(translit|brkitr)\//;

/** Of the head and of a segment in a 64-bit little-endian ELF file. */
const HEAD = { segmentsAt: 0x20, sectionsAt: 0x28, segmentCount: 0x38, sectionCount: 0x3c, namesIndex: 0x3e };
const SEGMENT = { type: 0x00, offset: 0x08, address: 0x10, place: 0x18, fileBytes: 0x20, memoryBytes: 0x28 };
const SEGMENT_BYTES = 56;
const LOAD = 1;
const NOTE = 4;
/** The largest page of any machine that this runs on. */
const PAGE = 65_536;
/** What each entry's data begins at a multiple of. */
const ALIGNED = 16;

/** Throws when the program is not laid out as every Node was so far. */
export function trimLanguages(program: Buffer): Buffer {
  const at = dataAt(program);
  const { packed, bytes } = repack(program, at);
  const from = roundUp(at + packed.length, PAGE);
  const to = Math.floor((at + bytes) / PAGE) * PAGE;
  const whole = Buffer.from(program);
  whole.fill(0, at, at + bytes);
  packed.copy(whole, at);
  return withoutHole(whole, from, to);
}

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step;

/** Where the common data of ICU begins: its head says `CmnD` after two bytes that no text has. */
function dataAt(program: Buffer): number {
  const found: number[] = [];
  for (let at = program.indexOf('CmnD'); at !== -1; at = program.indexOf('CmnD', at + 1))
    if (program.readUInt16BE(at - 10) === 0xda27 && (at - 12) % ALIGNED === 0) found.push(at - 12);
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`${found.length} places in Node may be its ICU data`);
  return only;
}

/** The same list of entries without the languages. `bytes`: how many it was before, up to the beginning of its last entry. */
function repack(program: Buffer, at: number): { packed: Buffer; bytes: number } {
  const head = program.subarray(at, at + program.readUInt16LE(at));
  const list = program.subarray(at + head.length);
  const count = list.readUInt32LE(0);
  const entries = Array.from({ length: count }, (_, index) => {
    const nameAt = list.readUInt32LE(4 + 8 * index);
    const dataAt = list.readUInt32LE(8 + 8 * index);
    return { name: list.subarray(nameAt, list.indexOf(0, nameAt)), dataAt };
  });
  const last = entries.at(-1);
  if (last === undefined) throw new Error('the ICU data of Node has no entry');
  const kept = entries
    .map((entry, index) => {
      const end = entries[index + 1]?.dataAt ?? entry.dataAt;
      if (end < entry.dataAt) throw new Error('the ICU data of Node is in another order');
      return { ...entry, data: list.subarray(entry.dataAt, end) };
    })
    .filter(({ name }) => stays(name.toString('latin1')));
  // Nothing says how long the last one is; it is a language far down the alphabet.
  if (kept.at(-1)?.name === last.name)
    throw new Error('the last entry of the ICU data of Node has no known end');
  const namesAt = 4 + 8 * kept.length;
  const names = Buffer.concat(kept.map(({ name }) => Buffer.concat([name, Buffer.alloc(1)])));
  const parts: Buffer[] = [
    Buffer.alloc(roundUp(head.length + namesAt + names.length, ALIGNED) - head.length),
  ];
  const [contents = Buffer.alloc(0)] = parts;
  contents.writeUInt32LE(kept.length, 0);
  names.copy(contents, namesAt);
  let nameAt = namesAt;
  let length = contents.length;
  for (const [index, { name, data }] of kept.entries()) {
    contents.writeUInt32LE(nameAt, 4 + 8 * index);
    contents.writeUInt32LE(length, 8 + 8 * index);
    nameAt += name.length + 1;
    parts.push(data, Buffer.alloc(roundUp(data.length, ALIGNED) - data.length));
    length += roundUp(data.length, ALIGNED);
  }
  return { packed: Buffer.concat([head, ...parts]), bytes: head.length + last.dataAt };
}

function stays(name: string): boolean {
  const language = LANGUAGE_FILE.exec(name)?.[1];
  return language === undefined || WRITING.test(name) || LANGUAGES.test(language);
}

/** Parts the segment that holds [from, to) in two; the place of its second head is that of the notes, which nothing reads. */
function withoutHole(program: Buffer, from: number, to: number): Buffer {
  const hole = to - from;
  const at = Number(program.readBigUInt64LE(HEAD.segmentsAt));
  const segments = Array.from({ length: program.readUInt16LE(HEAD.segmentCount) }, (_, index) =>
    Buffer.from(program.subarray(at + index * SEGMENT_BYTES, at + (index + 1) * SEGMENT_BYTES)),
  );
  const number = (segment: Buffer, field: number): number => Number(segment.readBigUInt64LE(field));
  const put = (segment: Buffer, field: number, value: number): void =>
    void segment.writeBigUInt64LE(BigInt(value), field);
  const holds = (segment: Buffer): boolean =>
    segment.readUInt32LE(SEGMENT.type) === LOAD &&
    number(segment, SEGMENT.offset) <= from &&
    to <= number(segment, SEGMENT.offset) + number(segment, SEGMENT.fileBytes);
  const first = segments.findIndex(holds);
  const note = segments.findIndex((segment) => segment.readUInt32LE(SEGMENT.type) === NOTE);
  const parted = segments[first];
  if (parted === undefined || note === -1 || hole <= 0) throw new Error('Node has no segment to be parted');
  const offset = number(parted, SEGMENT.offset);
  const address = number(parted, SEGMENT.address);
  if ((address - offset) % PAGE !== 0) throw new Error('the segment of the ICU data lies across pages');

  const second = Buffer.from(parted);
  const rest = offset + number(parted, SEGMENT.fileBytes) - to;
  for (const field of [SEGMENT.fileBytes, SEGMENT.memoryBytes]) {
    put(parted, field, from - offset);
    put(second, field, rest);
  }
  for (const field of [SEGMENT.address, SEGMENT.place]) put(second, field, address + to - offset);
  put(second, SEGMENT.offset, to);
  const laid = segments.flatMap((segment, index) =>
    index === first ? [segment, second] : index === note ? [] : [segment],
  );
  for (const segment of laid)
    if (number(segment, SEGMENT.offset) >= to)
      put(segment, SEGMENT.offset, number(segment, SEGMENT.offset) - hole);
  const sectionsAt = Number(program.readBigUInt64LE(HEAD.sectionsAt));
  const end = sectionsAt > to ? sectionsAt : program.length;
  const trimmed = Buffer.concat([program.subarray(0, from), program.subarray(to, end)]);
  Buffer.concat(laid).copy(trimmed, at);
  // The list of sections is for linkers and debuggers; it would tell of places that are none any more.
  trimmed.writeBigUInt64LE(0n, HEAD.sectionsAt);
  trimmed.writeUInt16LE(0, HEAD.sectionCount);
  trimmed.writeUInt16LE(0, HEAD.namesIndex);
  return trimmed;
}
