import { t } from '@lingui/core/macro';
import { DoorOpen, Plus } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
import { texts } from '#app/text/shared-texts.ts';

/** The tools at the end of every page's header. */
interface HeaderTools {
  search: ReactNode;
  /** Why booking is not possible; null if it is. */
  bookingRefusal: string | null;
  onBook: (walkIn: boolean) => void;
  /** Content attached to the end of the button for a new appointment. */
  besideBooking: ReactNode;
}

/** The tools that the frame of the app provides; null while the practice is loading, or no one is signed in. */
export const HeaderToolsContext = createContext<HeaderTools | null>(null);

interface PageHeaderProps {
  /** The heading of the page, unless one of its controls is the heading. */
  title?: string;
  /** The controls of the page. */
  children?: ReactNode;
}

/** Space for the state of the page (`status-bar.tsx`) and the notices (`notices.tsx`), which cover and move nothing. */
const noticesLine = <div data-notices-line="" className="h-7 shrink-0 print:hidden" />;

/**
 * The header row of a page, above the line of notices: its title or controls at the start; the search and the buttons
 * for booking at the end.
 */
export function PageHeader({ title, children }: PageHeaderProps) {
  const tools = use(HeaderToolsContext);
  return (
    <>
      <header className="flex max-[52rem]:relative min-h-[48px] shrink-0 items-center gap-x-1 sm:gap-x-2 px-2 max-[22.5rem]:flex-wrap max-[22.5rem]:pb-2 sm:px-3 print:hidden">
        <div className="flex min-h-[48px] min-w-0 grow items-center gap-x-1 sm:gap-x-2 xl:gap-x-3">
          {title === undefined ? null : <h1 className="truncate text-base font-semibold">{title}</h1>}
          {children}
        </div>
        {tools === null ? (
          <>
            <div className="h-8 w-60 shrink-0 rounded-md bg-sunken max-lg:w-55 max-[52rem]:w-10.5" />
            <div className="h-8 w-20 shrink-0 rounded-md bg-sunken max-sm:hidden xl:w-72" />
          </>
        ) : (
          <>
            {/* On a narrow screen the search shrinks to its icon, and covers the header while in use. */}
            <div className="h-8 w-60 shrink-0 max-lg:w-55 max-[52rem]:w-10.5 max-[22.5rem]:w-full">
              <div className="min-[22.5rem]:max-[52rem]:focus-within:absolute min-[22.5rem]:max-[52rem]:focus-within:inset-x-2 min-[22.5rem]:max-[52rem]:focus-within:top-2 min-[22.5rem]:max-[52rem]:focus-within:z-10">
                {tools.search}
              </div>
            </div>
            <BookingButtons {...tools} />
          </>
        )}
      </header>
      {noticesLine}
    </>
  );
}

/** The booking buttons; on a phone they are in the tab bar. */
function BookingButtons({ bookingRefusal: refusal, onBook, besideBooking }: HeaderTools) {
  return (
    <div className="flex shrink-0 gap-x-2 max-sm:hidden">
      <button
        type="button"
        aria-disabled={refusal !== null}
        aria-label={texts.walkIn}
        title={refusal ?? `${texts.walkIn} (w)`}
        onClick={() => onBook(true)}
        className="flex h-8 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2 text-sm font-medium whitespace-nowrap hover:bg-sunken aria-disabled:bg-sunken aria-disabled:text-muted"
      >
        <DoorOpen aria-hidden="true" size={16} className="shrink-0" />
        <span className="max-xl:hidden">{texts.walkIn}</span>
      </button>
      <div className="flex">
        <button
          type="button"
          aria-disabled={refusal !== null}
          aria-label={texts.newAppointment}
          title={refusal ?? `${texts.newAppointment} (n)`}
          onClick={() => onBook(false)}
          className="flex h-8 items-center gap-1.5 rounded-md bg-accent px-2.5 text-sm not-last:rounded-e-none font-semibold whitespace-nowrap text-on-accent hover:bg-accent-strong aria-disabled:bg-sunken aria-disabled:text-muted"
        >
          <Plus aria-hidden="true" size={16} className="shrink-0" />
          <span className="max-xl:hidden">{texts.newAppointment}</span>
          <span aria-hidden="true" className="max-lg:hidden xl:hidden">
            {t({ message: 'New', context: 'a new appointment' })}
          </span>
        </button>
        {besideBooking}
      </div>
    </div>
  );
}
