import { baseFeatures } from '#contract/features.ts';
import type { CheckReport } from './check-practice-api.ts';

const DESCRIPTION_TEXTS: Readonly<Record<CheckReport['description'], string>> = {
  read: 'Its description at /openapi.json says what it can do beyond the specification.',
  missing: 'It has no description at /openapi.json, so nothing beyond the specification is there.',
  unreadable: 'Its description at /openapi.json can’t be read, so nothing beyond the specification is there.',
};

const KEY_TEXTS: Readonly<Record<CheckReport['key'], string>> = {
  none: 'No key was given, so no record was read: put one into a file and name it with --key-file, or set PRACTICE_API_KEY.',
  accepted: 'The key is accepted.',
  refused: 'The key is not accepted, so no record was read.',
};

const availableLine = (name: string) => `  ✓ ${name}`;

/** Formats a report as the lines that the terminal shows. */
export function reportText(report: CheckReport): string[] {
  const { address, description, key, features, requests, problems, notes } = report;
  const width = Math.max(...features.map(({ name }) => name.length));
  const lines = [
    `The practice API at ${address}`,
    DESCRIPTION_TEXTS[description],
    KEY_TEXTS[key],
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
