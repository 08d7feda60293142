/** What a line of an import can hold. In this order, what others refer to comes first. */
export const importKinds = [
  'company',
  'store',
  'room',
  'employee',
  'appointment_type',
  'client',
  'pet',
  'appointment',
] as const;
export type ImportKind = (typeof importKinds)[number];

/** A JSON object of unknown content. */
export type ImportRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is ImportRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindNamed(name: unknown): ImportKind | null {
  if (typeof name !== 'string') return null;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  const singular = plain.replace(/ies$/, 'y').replace(/s$/, '');
  return importKinds.find((kind) => kind.replace('_', '') === singular) ?? null;
}

/** Properties of which any one tells the kind of a bare record, the surest first. */
const signs: readonly (readonly [ImportKind, readonly string[]])[] = [
  ['appointment', ['petId', 'start', 'end', 'visitTypeCategory', 'visitTypeId', 'title']],
  ['company', ['stores']],
  ['store', ['timeZone', 'openingHours']],
  ['appointment_type', ['durationMinutes', 'category']],
  ['pet', ['species', 'breed', 'clientId']],
  ['employee', ['role', 'permissions', 'storeIds']],
  ['client', ['firstName', 'lastName', 'email', 'phone']],
  ['room', ['storeId']],
];

/**
 * The kind of a line and its record: a bare record as the API shows it (told by its properties), one with a `kind`, or
 * one wrapped under the name of its kind as in `{ "pet": { … } }`. Null when it cannot be told.
 */
export function kindOf(line: ImportRecord): { kind: ImportKind; record: ImportRecord } | null {
  const [[name, inner] = ['', undefined], ...others] = Object.entries(line);
  const wrapped = others.length === 0 && isRecord(inner) ? kindNamed(name) : null;
  if (wrapped !== null && isRecord(inner)) return { kind: wrapped, record: inner };
  const { kind: said, ...record } = line;
  const told = kindNamed(said);
  if (told !== null) return { kind: told, record: isRecord(record['record']) ? record['record'] : record };
  const found = signs.find(([, properties]) => properties.some((property) => Object.hasOwn(line, property)));
  return found === undefined ? null : { kind: found[0], record: line };
}
