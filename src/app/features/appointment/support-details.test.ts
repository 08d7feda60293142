import { expect, test } from 'vitest';
import { visit } from '#testing/board-fixture.ts';
import { supportText } from './support-details.tsx';

test('support details contain ids, times and the version, but no personal data', () => {
  const text = supportText(
    visit('a1', '9:00', '9:30', {
      ...{ notes: 'Secret', title: 'Rex', updatedAt: '2026-06-01T08:00:00.123456Z' },
      employees: [{ id: 'ada', isMainEmployee: true }],
    }),
    'company',
  );
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'companyId: company',
      'id: a1',
      'petId: rex',
      'clientId: –',
      'start: 2026-06-10T13:00:00.000Z',
      'updatedAt: 2026-06-01T08:00:00.123456Z',
      'employeeIds: ada',
    ]),
  );
  expect(text).not.toMatch(/Secret|Rex/);
});
