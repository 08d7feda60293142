import { baseFeatures } from '#contract/features.ts';
import type { Report } from './check-practice-api.ts';

const DESCRIPTIONS: Readonly<Record<Report['description'], string>> = {
  read: 'Its description at /openapi.json says what it can do beyond the specification.',
  missing: 'It has no description at /openapi.json, so nothing beyond the specification is there.',
  unreadable: 'Its description at /openapi.json can’t be read, so nothing beyond the specification is there.',
};

const KEYS: Readonly<Record<Report['key'], string>> = {
  none: 'No key was given, so no record was read: put one into a file and name it with --key-file, or set PRACTICE_API_KEY.',
  accepted: 'The key is accepted.',
  refused: 'The key is not accepted, so no record was read.',
};

const availableLine = (name: string) => `  ✓ ${name}`;

/** The lines of a report for people. */
export function reportText(report: Report): string[] {
  const { address, description, key, features, requests, problems, notes } = report;
  const width = Math.max(...features.map(({ name }) => name.length));
  const lines = [
    `The practice API at ${address}`,
    DESCRIPTIONS[description],
    KEYS[key],
    ...notes,
    '',
    'With every practice API that follows the specification',
    ...baseFeatures.map(availableLine),
  ];
  for (const [nth, { area, name, isThere, lacking }] of features.entries()) {
    if (area !== features[nth - 1]?.area) lines.push('', area);
    lines.push(isThere ? availableLine(name) : `  – ${name.padEnd(width)}  ${lacking.join('; ')}`);
  }
  lines.push('', 'What was asked');
  for (const { request, withKey, status, ms } of requests)
    lines.push(`  ${status ?? '–  '}  ${request}${withKey ? '' : ', without a key'}${ms === null ? '' : `  ${ms} ms`}`);
  lines.push('  Not tried, because only GETs are sent: POST /v1/appointments, POST /v1/appointments/search');
  if (problems.length === 0) return [...lines, '', 'Nothing was answered wrongly.'];
  return [...lines, '', 'Answered wrongly', ...problems.map(({ request, problem }) => `  ${request}: ${problem}`)];
}
