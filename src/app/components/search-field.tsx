import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useBufferedText } from './use-buffered-text.ts';

const PAUSE_MS = 300;

interface SearchFieldProps {
  label: string;
  value: string | undefined;
  onChange: (text: string | undefined) => void;
}

/** The search of a list. It applies the text after a pause in typing or on Enter, since each search costs a request. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { text, onType, commit } = useBufferedText({
    value: value ?? '',
    parse: (typed) => typed.trim(),
    pauseMs: PAUSE_MS,
    onCommit: (settled) => onChange(settled || undefined),
  });
  const onKeyDown = ({ key }: KeyboardEvent) => (key === 'Enter' ? commit() : undefined);
  return (
    <div className="relative min-w-56 grow basis-56 sm:max-w-96">
      <Search aria-hidden="true" size={13} className="pointer-events-none absolute top-2 start-2 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-7 w-full rounded-md border border-line-strong bg-surface pe-1 ps-7 text-xs placeholder:text-muted pointer-coarse:text-base"
      />
    </div>
  );
}
