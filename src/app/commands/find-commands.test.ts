import { expect, test, vi } from 'vitest';
import { viewLabels } from '#app/addresses/board-search.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';
import { type CommandId, commandIds, commands } from './commands.ts';
import { findCommandsByDescription, findCommandsByName } from './find-commands.ts';

const everything = () => true;
const find = (text: string) => [
  ...findCommandsByName(text, everything),
  ...findCommandsByDescription(text, everything),
];

test.each<[text: string, id: CommandId]>([
  ['export', 'export'],
  ['take data out', 'export'],
  ['csv', 'appointments'],
  ['excel', 'appointments'],
  ['new client', 'new client'],
  ['register', 'new client'],
  ['statistics', 'reports'],
  ['waiting list', 'waiting list'],
  ['online booking', 'requests'],
  ['phone', 'calls'],
  ['unconfirmed', 'calls'],
  ['not confirmed', 'calls'],
  ['reminder', 'calls'],
  ['call list', 'calls'],
  ['opening hours', 'stores'],
  ['import', 'import'],
  ['upload', 'import'],
  ['permissions', 'people'],
  ['new colleague', 'people'],
  ['consultation', 'visit types'],
  ['german', 'language'],
  ['deutsch', 'language'],
  ['dark', 'theme'],
  ['language', 'language'],
  ['password', 'my PIN'],
  ['holiday', 'time off'],
  ['sick', 'time off'],
  ['rota', 'shifts'],
  ['copy last week', 'shifts'],
  ['lunch', 'block time'],
  ['closed', 'closed on a day'],
  ['Christmas', 'closed on a day'],
  ['public holiday', 'closed on a day'],
  ['paper', 'print'],
  ['mistake', 'undo'],
  ['hotkeys', 'keyboard shortcuts'],
  ['how do i', 'help'],
  ['log out', 'switch person'],
  ['emergency', 'walk-in'],
])('“%s” finds the command “%s” first', (text, id) => {
  expect(find(text)[0]).toBe(id);
});

test('each command is found by its label, once', () => {
  for (const id of commandIds) {
    const found = find(commands[id].label());
    expect(found, id).toContain(id);
    expect(new Set(found).size, id).toBe(found.length);
  }
});

test('two letters describe no command, since they may be the beginning of a name', () => {
  expect(findCommandsByDescription('da', everything)).toEqual([]);
  expect(findCommandsByDescription('dar', everything)).toEqual(['theme']);
});

test('what is not offered is not found', () => {
  const isOffered = (id: CommandId) => id !== 'import';
  for (const text of ['import', 'upload']) {
    expect(findCommandsByName(text, isOffered)).not.toContain('import');
    expect(findCommandsByDescription(text, isOffered)).not.toContain('import');
  }
});

test('in another language a command is found by its own name and by the English one', () => {
  vi.spyOn(texts, 'settings', 'get').mockReturnValue('Einstellungen');
  vi.spyOn(viewLabels, 'week', 'get').mockReturnValue('Woche');
  for (const text of ['einst', 'sett']) expect(find(text)[0], text).toBe('settings');
  for (const text of ['woch', 'week v']) expect(find(text)[0], text).toBe('week view');
});

const session = { canWrite: null, access: 'shared', setUp: null, capabilities: {} } as unknown as DeskSession;
const changing = (...fields: string[]) => ({ fields, idempotent: true });
const offeredTo = (changes: Partial<DeskSession>, isOnCalendar = true) => {
  const setting = { session: { ...session, ...changes }, isOnCalendar, hasCompanies: false };
  return commandIds.filter((id) => commands[id].isOffered?.(setting) ?? true);
};

test('a command is offered to those who may use it, where the practice system supports it', () => {
  const least = offeredTo({ canWrite: false }, false);
  const hidden: CommandId[] = [
    ...(['new appointment', 'walk-in', 'new client', 'shifts', 'time off', 'block time', 'waiting list'] as const),
    ...([
      'print',
      'practice',
      'stores',
      'import',
      'export',
      'people',
      'switch person',
      'my PIN',
      'company',
      'set up',
    ] as const),
  ];
  for (const id of hidden) expect(least).not.toContain(id);
  expect(least).toEqual(expect.arrayContaining(['calendar', 'appointments', 'requests', 'settings', 'help']));
  expect(offeredTo({})).toEqual(expect.arrayContaining(['new appointment', 'walk-in', 'print']));
  expect(offeredTo({ access: 'sign_in' })).toEqual(expect.arrayContaining(['switch person', 'my PIN', 'lock']));
  const capabilities = {
    listAvailability: changing(),
    changeAvailability: changing('put'),
    createStore: changing(),
  };
  const planner = offeredTo({ capabilities });
  expect(planner).toEqual(expect.arrayContaining(['shifts', 'practice', 'stores']));
  expect(planner).not.toContain('block time');
  expect(planner).not.toContain('import');
  expect(offeredTo({ capabilities: { changeAvailability: changing('put', 'remove') } })).toEqual(
    expect.arrayContaining(['block time', 'time off']),
  );
});
