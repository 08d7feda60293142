import { t } from '@lingui/core/macro';
import { type Ref, useState } from 'react';
import { useAfterPress } from '#app/browser/use-after-press.ts';
import { texts } from '#app/text/shared-texts.ts';
import { clockText, formatClockTime, shortZoneText, usesTwelveHours } from '#app/text/time-text.ts';
import { parseClockTime } from '#reading/times.ts';
import { QUARTER_HOUR_MS } from '#scheduling/opening-hours.ts';
import { type ClockTime, type Fold, type ResolvedWallTime, stepClockTime } from '#scheduling/wall-clock.ts';
import { Button } from './button.tsx';
import type { FieldProps } from './field-frame.tsx';
import { TextField } from './text-field.tsx';

interface TimeFieldProps extends FieldProps {
  /** The text as typed. */
  value: string;
  /** Reads the text, and returns null if it is not a time; {@link parseClockTime} by default. */
  parse?: (text: string) => ClockTime | null;
  onChange: (text: string) => void;
  onBlur?: () => void;
  /** The error for text that is not a time, shown once the field is left. */
  unreadable?: string;
  ref?: Ref<HTMLInputElement>;
}

const STEP_MINUTES = QUARTER_HOUR_MS / 60_000;

/**
 * A time of day that is typed freely and formatted for the locale on blur; Arrow Up and Down step to the next and
 * previous quarter of an hour.
 */
export function TimeField({ value, parse = parseClockTime, onChange, onBlur, ...field }: TimeFieldProps) {
  const { unreadable, error, ...props } = field;
  const [isLeft, setIsLeft] = useState(false);
  const afterPress = useAfterPress();
  const showTime = (time: ClockTime | null) => {
    if (time) onChange(formatClockTime(time, usesTwelveHours()));
  };
  return (
    <TextField
      {...props}
      selects
      value={value}
      error={error ?? (isLeft && value.trim() !== '' && parse(value) === null ? unreadable : undefined)}
      onChange={(text) => {
        setIsLeft(false);
        onChange(text);
      }}
      onBlur={() => {
        const time = parse(value);
        if (time && formatClockTime(time, usesTwelveHours()) !== value) showTime(time);
        afterPress(() => setIsLeft(true));
        onBlur?.();
      }}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowUp' ? STEP_MINUTES : event.key === 'ArrowDown' ? -STEP_MINUTES : 0;
        const time = parse(value);
        if (step === 0 || !time || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        showTime(stepClockTime(time, step));
      }}
    />
  );
}

/**
 * The error for a wall-clock time that is skipped on a day when clocks change, or occurs twice and needs a choice; undefined
 * for any other time.
 */
export function clockError(wall: ResolvedWallTime | null, fold: Fold | null): string | undefined {
  if (wall?.kind === 'skipped') return texts.noSuchTime;
  if (wall?.kind === 'twice' && fold === null) return t`This time occurs twice on that day because the clocks go back.`;
  return undefined;
}

/** Says which occurrence of a time that occurs twice is chosen; undefined if it occurs once or nothing is chosen. */
export function clockHint(wall: ResolvedWallTime | null, fold: Fold | null): string | undefined {
  if (wall?.kind !== 'twice' || fold === null) return undefined;
  return fold === 'first'
    ? t`The clocks go back, so this time occurs twice. This is the first.`
    : t`The clocks go back, so this time occurs twice. This is the second.`;
}

function foldText(fold: Fold, zoneName: string): string {
  return fold === 'first'
    ? t({ message: `First (${zoneName})`, comment: 'of two equal times' })
    : t({ message: `Second (${zoneName})`, comment: 'of two equal times' });
}

function offerText(time: string): string {
  return t({ message: `Use ${time}`, comment: 'button: takes this time of day' });
}

interface ClockChoiceProps {
  wall: ResolvedWallTime | null;
  zone: string;
  onFold: (fold: Fold) => void;
  onStart: (instant: number) => void;
}

/** Offers the possible meanings of a wall-clock time on a day when clocks change. */
export function ClockChoice({ wall, zone, onFold, onStart }: ClockChoiceProps) {
  if (!wall || wall.kind === 'once') return null;
  const choices =
    wall.kind === 'twice'
      ? [
          { label: foldText('first', shortZoneText(zone, wall.first)), choose: () => onFold('first') },
          { label: foldText('second', shortZoneText(zone, wall.second)), choose: () => onFold('second') },
        ]
      : [wall.before, wall.after].map((instant) => ({
          label: offerText(clockText(zone, instant)),
          choose: () => onStart(instant),
        }));
  return (
    <div className="flex flex-wrap gap-1">
      {choices.map(({ label, choose }) => (
        <Button key={label} compact onClick={choose}>
          {label}
        </Button>
      ))}
    </div>
  );
}
