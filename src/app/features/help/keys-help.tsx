import { t } from '@lingui/core/macro';
import { boardScreenViews, viewLabels } from '#app/addresses/board-search.ts';
import { KeysDialog, type KeysSection } from '#app/components/keys-dialog.tsx';
import { arrowBack, arrowOn } from '#app/language/line-direction.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { words } from '#app/text/shared-texts.ts';

const switchKeys = () =>
  [
    t({ message: 'Ctrl Shift L  ⌘ Shift L', context: 'keys of the keyboard' }),
    t`Switch person, from any page`,
  ] as const;

function sections(canSwitchPerson: boolean): readonly KeysSection[] {
  return [
    {
      title: t`On the calendar`,
      keys: [
        ['n', words.newAppointment],
        ['w', words.walkIn],
        ['t', words.today],
        [`Alt ${arrowBack}  Alt ${arrowOn}`, t`Previous and next day, or week`],
        ['/', words.search],
        [t({ message: 'Ctrl K  ⌘ K', context: 'keys of the keyboard' }), t`Search, from any page`],
        [t({ message: 'Ctrl P  ⌘ P', context: 'keys of the keyboard' }), t`Print the day`],
        ...(canSwitchPerson ? [switchKeys()] : []),
        ['?', t`This list`],
      ],
    },
    { title: t`Views`, keys: boardScreenViews.map((view, index) => [String(index + 1), viewLabels[view]]) },
    {
      title: t`Appointments`,
      keys: [
        [t({ message: 'Tab', context: 'keys of the keyboard' }), t`To the appointments and past them`],
        ['↑ ↓', t`Earlier and later in the same column`],
        ['← →', t`Nearest one in the next column`],
        [t({ message: 'Home  End', context: 'keys of the keyboard' }), t`First and last one of the column`],
        [t({ message: 'Enter', context: 'keys of the keyboard' }), t`Open the details`],
        ['s', t`Next status, or go to the next patient if no appointment is focused`],
        [t({ message: 'Shift S', context: 'keys of the keyboard' }), t`Any other status`],
        ['m', t`Move with the arrows, stretch with Shift, by 5 minutes with Alt; Enter saves`],
        ['r', t`Move the rest of the day, from an appointment that is late or over`],
        [t({ message: 'Ctrl Z  ⌘ Z', context: 'keys of the keyboard' }), t`Undo the last change`],
        [t({ message: 'F6', context: 'keys of the keyboard' }), t`To the notices`],
        [t({ message: 'Esc', context: 'keys of the keyboard' }), t`Close details, lists and dialogs`],
        [t({ message: 'Ctrl Enter  ⌘ Enter', context: 'keys of the keyboard' }), t`Book, from any field of the form`],
        [t({ message: 'Del', context: 'keys of the keyboard' }), t`Delete the selected block`],
      ],
    },
    {
      title: words.shifts,
      keys: [
        [`Alt ${arrowBack}  Alt ${arrowOn}`, t`Previous and next week`],
        ['↑ ↓ ← →', t`From day to day and person to person`],
        [t({ message: 'Enter', context: 'keys of the keyboard' }), t`Plan the usual hours, or enter a planned day`],
        [t({ message: 'Del', context: 'keys of the keyboard' }), t`Remove a bar, clear a day, or on a name the week`],
        [t({ message: 'Shift F10', context: 'keys of the keyboard' }), t`All that can be done there`],
      ],
    },
    {
      title: words.requests,
      keys: [
        ['↑ ↓', t`To the previous and the next request`],
        [t({ message: 'Enter', context: 'keys of the keyboard' }), t`Open it on the calendar`],
        ['c', t`Confirm it`],
        ['m', words.reschedule],
        ['d', t`Decline it`],
      ],
    },
    { title: t`Fields for dates and times`, keys: [['↑ ↓', t`Later and earlier, by a day or a quarter of an hour`]] },
  ];
}

/** The list of all keyboard shortcuts. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { session } = useDesk();
  return <KeysDialog sections={sections(session.access === 'sign_in')} onClose={onClose} />;
}
