/**
 * The ISO 8601 form, `2026-03-29T07:30:00.000Z`, of an instant as PostgreSQL writes it in a UTC session,
 * `2026-03-29 07:30:00+00` with up to three digits of fraction. For the years 0001 to 9999.
 */
export function isoInstant(text: string): string {
  const fraction = text.length > 22 ? text.slice(20, -3) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
}

/** An instant in milliseconds since 1970 as a literal of PostgreSQL, which takes years before 0001 and after 9999 too. */
export function instantLiteral(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  if (iso.startsWith('+')) return iso.slice(1);
  if (!iso.startsWith('-') && !iso.startsWith('0000')) return iso;
  const year = iso.startsWith('-') ? Number(iso.slice(1, 7)) + 1 : 1;
  return `${String(year).padStart(4, '0')}${iso.slice(iso.startsWith('-') ? 7 : 4)} BC`;
}
