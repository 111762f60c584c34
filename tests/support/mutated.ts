// What somebody hostile might send: something true, altered. fast-check chooses, and shrinks what it finds.
import fc from 'fast-check';

type Alteration = { at: number; kind: 'cut' | 'flip' | 'insert' | 'repeat' | 'drop'; bytes: Uint8Array };

const alteration: fc.Arbitrary<Alteration> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom('cut', 'flip', 'insert', 'repeat', 'drop'),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 16 }),
});

function alter(bytes: Uint8Array, { at, kind, bytes: more }: Alteration): Uint8Array {
  const place = Math.floor(at * bytes.length);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  if (kind === 'cut') return before;
  if (kind === 'insert') return Buffer.concat([before, more, after]);
  if (kind === 'repeat') return Buffer.concat([bytes, after]);
  if (kind === 'drop') return Buffer.concat([before, after.subarray(more.length)]);
  const flipped = Uint8Array.from(bytes);
  for (const [i, byte] of more.entries()) if (place + i < flipped.length) flipped[place + i] = byte;
  return flipped;
}

/** One of the samples, altered up to four times; now and then noise. */
export const mutatedBytes = (...samples: Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(fc.constantFrom(...samples), fc.array(alteration, { maxLength: 4 }))
        .map(([sample, alterations]) => alterations.reduce(alter, sample)),
    },
  );

export const mutatedText = (...samples: string[]): fc.Arbitrary<string> =>
  mutatedBytes(...samples.map((sample) => new TextEncoder().encode(sample))).map((bytes) =>
    new TextDecoder('latin1').decode(bytes),
  );

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    -1,
    0,
    1.5,
    Number.MAX_SAFE_INTEGER,
    1e308,
    '',
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
    'x'.repeat(5000),
    [],
    {},
    JSON.parse('{"__proto__":{"a":1}}'),
  ),
);

/** Every way to a value within `value`. */
function ways(value: unknown, way: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [way];
  return [way, ...Object.entries(value).flatMap(([key, inner]) => ways(inner, [...way, key]))];
}

function put(value: unknown, [key, ...rest]: string[], by: { value: unknown } | null): unknown {
  if (key === undefined) return by?.value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.flatMap((inner: unknown, i) =>
      String(i) !== key ? [inner] : rest.length === 0 && by === null ? [] : [put(inner, rest, by)],
    );
  const fields = Object.entries(value).flatMap(([name, inner]): [string, unknown][] =>
    name !== key ? [[name, inner]] : rest.length === 0 && by === null ? [] : [[name, put(inner, rest, by)]],
  );
  return Object.fromEntries(fields);
}

/** One of the samples with up to three of its values, at any depth, left out or made something odd. */
export const mutatedJson = (...samples: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.jsonValue() },
    {
      weight: 6,
      arbitrary: fc.constantFrom(...samples).chain((sample) => {
        const change = fc.record({
          way: fc.constantFrom(...ways(sample)),
          by: fc.option(odd.map((value) => ({ value }))),
        });
        return fc
          .array(change, { minLength: 1, maxLength: 3 })
          .map((changes) => changes.reduce((value: unknown, { way, by }) => put(value, way, by), sample));
      }),
    },
  );
