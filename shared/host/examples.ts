// An example for every body, answer and parameter of an OpenAPI document, made from its schema. Of problems the contracts have real ones.

/** Puts an `example` beside each schema that has none. Changes `part` in place; what is no JSON stays without. */
export function addExamples(part: unknown): void {
  for (const one of listOf(part)) addExamples(one);
  if (!isRecord(part)) return;
  if (isRecord(part['schema']) && !('examples' in part))
    part['example'] = makeExample(part['schema'], typeof part['name'] === 'string' ? part['name'] : '');
  for (const [key, child] of Object.entries(part))
    if (key !== 'schema' && key !== 'example' && (key === JSON_TYPE || !MEDIA.test(key))) addExamples(child);
}

const JSON_TYPE = 'application/json';
const MEDIA = /^[a-z*]+\/[a-z*]/;
const FLAGS = /^[imsu]+$/;
const MOMENT_MS = Date.UTC(2026, 10, 27, 15);

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '019ac5a1-7c00-7000-8000-000000000001',
  date: '2026-11-27',
  uri: 'https://loja.example',
  email: 'ana@loja.example',
};
/** What has a form that its schema does not tell. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  customerPhone: '11987654321',
  phone: '11987654321',
  email: 'ana@loja.example',
  password: 'banana com granola',
  p256dh: 'B'.repeat(87),
  auth: 'a'.repeat(22),
  issuer_id: '24',
  identification: { type: 'CPF', number: '39053344705' },
  weekly: Array.from({ length: 7 }, () => [{ opens: '10:00', closes: '22:00' }]),
};
/** For a schema with a pattern the first of these that fits it; without one the first that is long enough. */
const TEXTS: readonly string[] = [
  ...['texto', '1234', '12', '08:00', '2026-11', '#a1b2c3', 'loja.example'],
  ...['a'.repeat(8), 'a'.repeat(24), 'a'.repeat(43), 'a'.repeat(64), 'a'.repeat(128)],
  'manual-2026-11-27-1200-a1b2-a1b2c3.db.age',
];

/** `name`: of the property or parameter, whose ending tells what a number counts. */
function makeExample(schema: unknown, name: string): unknown {
  if (!isRecord(schema)) return null;
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
  if ('default' in schema && !Array.isArray(schema['default'])) return schema['default'];
  const [given] = [schema['examples'], schema['enum']].flatMap(listOf);
  if (given !== undefined) return given;
  const [way] = ['oneOf', 'anyOf'].flatMap((key) => listOf(schema[key]));
  if (way !== undefined) return withProperties(schema, makeExample(way, name));
  switch ([schema['type']].flat()[0]) {
    case 'string':
      return textFor(schema);
    case 'integer':
    case 'number':
      return numberFor(schema, name);
    case 'boolean':
      return true;
    case 'array':
      return listFor(schema, name);
    case 'object':
      return withProperties(schema, {});
    default:
      return null;
  }
}

function withProperties(schema: Record<string, unknown>, example: unknown): unknown {
  const { properties } = schema;
  if (!isRecord(properties) || !isRecord(example)) return example;
  const made = Object.entries(properties).map(([key, part]): [string, unknown] => [
    key,
    makeExample(part, key),
  ]);
  return { ...example, ...Object.fromEntries(made) };
}

function textFor({ format, pattern, minLength = 0, maxLength = Infinity }: Record<string, unknown>): unknown {
  const known = typeof format === 'string' ? BY_FORMAT[format] : undefined;
  if (known !== undefined) return known;
  // Flags stand behind the pattern, which JSON Schema has no place for.
  const source = typeof pattern === 'string' ? pattern : '';
  const slash = source.lastIndexOf('/');
  const hasFlags = slash !== -1 && FLAGS.test(source.slice(slash + 1));
  const fits = hasFlags ? new RegExp(source.slice(0, slash), source.slice(slash + 1)) : new RegExp(source);
  return TEXTS.find(
    (text) => fits.test(text) && text.length >= Number(minLength) && text.length <= Number(maxLength),
  );
}

function numberFor(schema: Record<string, unknown>, name: string): number {
  const wanted = /atMs$/i.test(name) ? MOMENT_MS : name.endsWith('Cents') ? 1500 : 1;
  const { minimum, exclusiveMinimum, maximum } = schema;
  const least = typeof minimum === 'number' ? minimum : Number(exclusiveMinimum ?? -1) + 1;
  return Math.min(Math.max(wanted, least), typeof maximum === 'number' ? maximum : Infinity);
}

function listFor({ items, minItems = 1 }: Record<string, unknown>, name: string): unknown[] {
  return Array.from({ length: Math.max(1, Number(minItems)) }, () => makeExample(items, name));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
