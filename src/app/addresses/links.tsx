import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useDesk } from '#app/session/use-desk.ts';

/** A link to the calendar, for screens without content. */
export function CalendarLink({ text = t`Go to the calendar` }: { text?: string }) {
  return (
    <Link
      to="/"
      search={({ company }) => ({ company })}
      className="inline-flex min-h-9 items-center font-medium text-accent underline"
    >
      {text}
    </Link>
  );
}

/** The link to set up a real practice; renders nothing if none can be set up here. */
export function SetUpLink() {
  const { session } = useDesk();
  if (session.setUp === null) return null;
  return (
    <Link to="/setup" className="inline-flex min-h-9 items-center font-medium text-accent underline">
      {t({ message: 'Set up your own practice', comment: 'link: instead of the demo' })}
    </Link>
  );
}
