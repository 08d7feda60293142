import { t } from '@lingui/core/macro';

import { type CommandId, commands } from '#app/commands/commands.ts';
import { globalCommands, keysOf, type ShortcutId } from '#app/commands/keys.ts';
import { texts } from '#app/text/shared-texts.ts';
import { boardViews } from '#scheduling/board-day.ts';

/** A row of the list of shortcuts: alternative keys, in the notation of `commands/keys.ts`, and what they do. */
export interface Shortcut {
  keys: readonly string[];
  meaning: string;
}

export interface ShortcutSection {
  title: string;
  shortcuts: readonly Shortcut[];
}

const commandShortcut = (id: CommandId): Shortcut => ({ keys: keysOf(id), meaning: commands[id].label() });
const keyShortcut = (id: ShortcutId, meaning: string): Shortcut => ({ keys: keysOf(id), meaning });

/** All keyboard shortcuts of the app, as far as they are offered to the person. */
export function shortcutSections(isOffered: (id: CommandId) => boolean): readonly ShortcutSection[] {
  return [
    {
      title: t`On every page`,
      shortcuts: [
        ...globalCommands.filter(isOffered).map(commandShortcut),
        keyShortcut('search', texts.search),
        commandShortcut('undo'),
        ...(isOffered('switch person') ? [commandShortcut('switch person')] : []),
        { keys: ['F6'], meaning: t`Go to the notices, or switch between the panel and the calendar` },
        { keys: ['Escape'], meaning: t`Close details, lists and dialogs` },
        commandShortcut('help'),
      ],
    },
    {
      title: t`On the calendar`,
      shortcuts: [
        commandShortcut('today'),
        { keys: [...keysOf('previous day'), ...keysOf('next day')], meaning: t`Previous or next day (or week)` },
        ...boardViews.map((view) => commandShortcut(`${view} view`)),
        { keys: keysOf('print'), meaning: t`Print the day` },
      ],
    },
    {
      title: t`Appointments`,
      shortcuts: [
        { keys: ['Tab'], meaning: t`Go to the appointments; press again to leave them` },
        { keys: ['ArrowUp', 'ArrowDown'], meaning: t`Previous and next appointment in the same column` },
        { keys: ['ArrowLeft', 'ArrowRight'], meaning: t`Nearest appointment in the column to the left or right` },
        { keys: ['Home', 'End'], meaning: t`First and last appointment in the column` },
        { keys: ['Enter'], meaning: t`Open the details` },
        keyShortcut('next status', t`Next status, or go to the next patient if no appointment is focused`),
        keyShortcut('other status', t`Any other status`),
        keyShortcut(
          'move',
          t`Move with the arrow keys; hold Shift to change the end, or Alt for steps of 5 minutes; Enter saves`,
        ),
        keyShortcut('move the rest', t`Move the rest of the day, from an appointment that is late or over`),
        { keys: ['Mod Enter'], meaning: t`Book, from any field of the form` },
        { keys: ['Delete'], meaning: t`Delete the selected block` },
      ],
    },
    ...(isOffered('shifts')
      ? [
          {
            title: texts.shifts,
            shortcuts: [
              { keys: [...keysOf('previous day'), ...keysOf('next day')], meaning: t`Previous and next week` },
              {
                keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
                meaning: t`Move between days and people`,
              },
              { keys: ['Enter'], meaning: t`Plan the usual hours, or go to the shifts of a planned day` },
              { keys: ['Delete'], meaning: t`Delete the selected shift` },
              { keys: ['Shift F10'], meaning: t`Open the menu` },
            ],
          },
        ]
      : []),
    {
      title: texts.requests,
      shortcuts: [
        { keys: ['ArrowUp', 'ArrowDown'], meaning: t`Previous and next request` },
        { keys: ['Enter'], meaning: t`Open the request on the calendar` },
        keyShortcut('confirm', t`Confirm the request`),
        keyShortcut('reschedule', texts.reschedule),
        keyShortcut('decline', t`Decline the request`),
        keyShortcut(
          'not reached',
          t({ message: 'In Calls: client not reached', comment: 'a key: the client was called and did not answer' }),
        ),
      ],
    },
    ...(isOffered('due again')
      ? [
          {
            title: texts.dueAgain,
            shortcuts: [
              { keys: ['ArrowUp', 'ArrowDown'], meaning: t`Previous and next pet` },
              keyShortcut('book due', t`Book an appointment`),
              keyShortcut('called', t`Record that the client was called`),
              keyShortcut('later', t`Call later`),
              keyShortcut(
                'not wanted',
                t({ message: 'Not wanted', comment: 'the client does not want the visit for which a pet is due' }),
              ),
            ],
          },
        ]
      : []),
    {
      title: t`Fields for dates and times`,
      shortcuts: [{ keys: ['ArrowUp', 'ArrowDown'], meaning: t`Change by a day or a quarter of an hour` }],
    },
  ];
}
