import { type Address, followLinkInApp } from './app-link.tsx';

interface PageTabsProps {
  /** The accessible name of the navigation. */
  label: string;
  tabs: readonly { text: string; to: Address; isCurrent: boolean }[];
}

/** The parts of a page, as links side by side, because each part has its own URL. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  return (
    <nav aria-label={label} className="flex h-8 shrink-0 rounded-md border border-line-strong bg-surface p-0.5">
      {tabs.map(({ text, to, isCurrent }) => (
        <a
          key={to.href}
          href={to.href}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={(event) => followLinkInApp(event, to.go)}
          className="flex items-center rounded px-3 text-sm font-medium whitespace-nowrap hover:bg-sunken aria-[current]:bg-accent aria-[current]:text-on-accent"
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
