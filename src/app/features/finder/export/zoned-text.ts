const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-06-01 09:30` in a zone, which every spreadsheet reads as a date and time; from milliseconds since 1970. */
export function zonedText(instant: number, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    });
    formats.set(zone, format);
  }
  return format.format(instant);
}

const offsets = new Map<string, Intl.DateTimeFormat>();

/** `UTC+01:00`, what the clocks of a zone are ahead of UTC at an instant: a bare `+01:00` is a formula to a spreadsheet. */
export function utcOffset(instant: number, zone: string): string {
  let format = offsets.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    offsets.set(zone, format);
  }
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const ahead = name.replace('GMT', '');
  return `UTC${ahead === '' ? '+00:00' : ahead}`;
}
