import './status-icon.css';
import { TriangleAlert } from 'lucide-react';
import type { AppointmentStatus } from '#contract/enums.ts';

/** The icon of each documented status, as its position in the sprite; any other status gets the first, a ring. */
const icons: Readonly<Record<AppointmentStatus, string>> = {
  requested: '[--nth:1]',
  confirmed: '[--nth:2]',
  checked_in: '[--nth:3] status-checked_in',
  in_progress: '[--nth:4]',
  ready_for_checkout: '[--nth:5]',
  completed: '[--nth:6]',
  cancelled: '[--nth:7]',
  no_show: '[--nth:8]',
};
const iconOf = (status: string) => Object.entries(icons).find(([value]) => value === status)?.[1] ?? '';

/** The classes that draw the icon of a status before an element's content; they set its size with `--icon`. */
export const statusIconClass = (status: string) => `status-icon ${iconOf(status)}`;

/** The classes for the size of an icon, keyed by its width in pixels at the default font size. */
const sizes = { 10: '[--icon:0.625rem]', 12: '', 14: '[--icon:0.875rem]' };

/** The icon of a status, shown with its colour so that colour is never the only sign. */
export function StatusIcon({ status, size = 12 }: { status: string; size?: keyof typeof sizes }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-flex flex-none align-[-2px] ${sizes[size]} ${statusIconClass(status)}`}
    />
  );
}

/**
 * The icon of a clash. Its description is a tooltip, so that the text around it stays in place when a name loads late. Renders
 * nothing without a text.
 */
export function ClashIcon({ text }: { text: string }) {
  return text === '' ? null : (
    <span className="shrink-0 text-danger" title={text}>
      <TriangleAlert aria-hidden="true" size={13} />
      <span className="sr-only">{text}</span>
    </span>
  );
}
