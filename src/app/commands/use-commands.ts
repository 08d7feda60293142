import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { boardSearchSchema } from '#app/addresses/board-search.ts';
import { createTargetLocation, type Target } from '#app/addresses/targets.ts';
import { newId } from '#app/browser/new-id.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { dateIn, zoneOfStore } from '#scheduling/calendar-day.ts';
import { type CommandId, commands } from './commands.ts';
import { runCommand } from './desk-commands.ts';

/** Returns a function that goes to a target, from the page that is shown at that moment. */
export function useGoTo(): (target: Target) => void {
  const navigate = useNavigate();
  const router = useRouter();
  const { company, fallbackZone } = useDesk();
  return (target) => {
    const { pathname, search } = router.latestLocation;
    const board = pathname === '/' ? boardSearchSchema.parse(search) : null;
    const shown = company.stores.find(({ id }) => Array.isArray(board?.store) && board.store.includes(id));
    const zone = zoneOfStore(shown ?? company.stores[0], fallbackZone);
    const address = createTargetLocation(target, { companyId: company.id, board, today: dateIn(zone, Date.now()) });
    const isBooking = target.kind === 'book';
    void navigate({
      ...address,
      ...(isBooking ? { replace: board?.new === true, state: { placed: newId() } } : {}),
    });
  };
}

/** Tells which commands are offered to this person on this page, and runs them. */
export function useCommands() {
  const { session, companies } = useDesk();
  const isOnCalendar = useLocation({ select: ({ pathname }) => pathname === '/' });
  const go = useGoTo();
  const commandContext = { session, isOnCalendar, hasCompanies: companies.length > 1 };
  return {
    isOffered: (id: CommandId) => commands[id].isOffered?.(commandContext) ?? true,
    run(id: CommandId, subject?: string) {
      const { target } = commands[id];
      if (target) go(target);
      else runCommand(id, subject);
    },
  };
}
