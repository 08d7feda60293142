import { expect, test } from 'vitest';
import {
  receivedExportPageSchema,
  receivedImportedRecordsSchema,
  receivedKeySchema,
  receivedPracticeChangeSchema,
} from './received-practice.ts';

test('a page of an export has its rows as they are, and is refused if a cell is no text', () => {
  const page = { rows: [['a', ''], ['b']], nextCursor: 'c', total: 3 };
  expect(receivedExportPageSchema.parse(page)).toEqual(page);
  expect(receivedExportPageSchema.parse({ rows: [] })).toEqual({ rows: [], nextCursor: null, total: null });
  for (const rows of [[['a', 1]], ['a'], null])
    expect(receivedExportPageSchema.safeParse({ ...page, rows }).success).toBe(false);
});

test('the outcomes of an import are one for each line, with a reason that the app knows', () => {
  const lines = [{ outcome: 'new' }, { outcome: 'changed', kept: ['phone'] }, { outcome: 'refused', reason: 'no_pet' }];
  expect(receivedImportedRecordsSchema.parse({ lines: [...lines, { outcome: 'refused', reason: '?' }] })).toEqual({
    lines: [
      { outcome: 'new', kept: [] },
      { outcome: 'changed', kept: ['phone'] },
      { outcome: 'refused', reason: 'no_pet' },
      { outcome: 'refused', reason: 'other' },
    ],
  });
  expect(receivedImportedRecordsSchema.safeParse({ lines: [...lines, { outcome: 'lost' }] }).success).toBe(false);
});

test('a key without a date that can be read does not expire, and a change keeps what it can', () => {
  const at = '2026-06-01T10:00:00+02:00';
  expect(receivedKeySchema.parse({ id: 'k', access: 'x', createdAt: at, expiresAt: 'soon' })).toEqual({
    ...{ id: 'k', access: 'x', createdAt: '2026-06-01T08:00:00.000Z', expiresAt: null, revokedAt: null },
  });
  const change = { id: '1', at, kind: 'room', recordId: 'r', action: 'changed' };
  expect(receivedPracticeChangeSchema.parse({ ...change, changes: [{ field: 'name', to: 'B' }] })).toMatchObject({
    ...{ employeeId: null, name: '', changes: [{ field: 'name', from: null, to: 'B' }] },
  });
  expect(receivedPracticeChangeSchema.parse({ ...change, changes: [{ to: 'B' }] }).changes).toEqual([]);
});
