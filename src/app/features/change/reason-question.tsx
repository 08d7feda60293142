import { t } from '@lingui/core/macro';
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react';
import type { SavedChange } from '#app/changes/freed-time.ts';
import { failedTitle, groupNotice, WhyNot } from '#app/changes/outbox/command-notices.tsx';
import { Button } from '#app/components/button.tsx';
import type { Notice } from '#app/components/show-notice.ts';
import { reasonText } from '#app/text/reason-text.ts';
import { usualReasons } from '#contract/appointment-change.ts';
import { type ChangeNames, nameOf } from './change-names.ts';
import { type ReasonCommand, type Reasons, reasonGiven } from './reasons.ts';

/** The maximum length of a typed reason, in UTF-16 units. */
const MAX_LENGTH = 200;
/** The reason if the typed text is empty. */
const OTHER = 'Other';
/** The reasons that are offered. Others, which were given elsewhere, are shown like typed ones. */
const OFFERED = usualReasons.filter((reason) => reason !== 'Recovered');

interface ReasonQuestionProps {
  reasons: Reasons;
  /** The changes that cancelled appointments. All get the same reason. */
  changes: readonly SavedChange[];
  /** The reason on file; null for none. */
  stored?: string | null;
}

/** Asks, after the fact, why appointments were cancelled or missed. Pressing an answer again removes it. */
export function ReasonQuestion({ reasons, changes, stored = null }: ReasonQuestionProps) {
  const log = useSyncExternalStore(reasons.subscribe, reasons.commands);
  const [isTyping, setTyping] = useState(false);
  const question = useId();
  const [first] = changes;
  const currentReason = first === undefined ? null : reasonGiven(log, first, stored);
  const isTyped = currentReason !== null && !OFFERED.some((offered) => offered === currentReason);
  const give = (reason: string) => {
    setTyping(false);
    reasons.give(changes, reason === currentReason ? null : reason, stored);
  };
  function onType(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('reason');
    setTyping(false);
    reasons.give(changes, (typeof typed === 'string' && typed.trim()) || OTHER, stored);
  }
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset can't be in one row with its buttons. */}
      <div role="group" aria-labelledby={question} className="flex flex-wrap items-center gap-1.5">
        <span id={question} className="me-1 font-medium">
          {t({ message: 'Why?', comment: 'asked after an appointment was cancelled, or nobody came' })}
        </span>
        {OFFERED.map((reason) => (
          <Button
            key={reason}
            compact
            aria-pressed={reason === currentReason || (reason === OTHER && isTyped)}
            aria-expanded={reason === OTHER ? isTyping : undefined}
            className="max-w-full aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => (reason === OTHER && currentReason !== OTHER ? setTyping(!isTyping) : give(reason))}
          >
            <span className="truncate">{reasonText(reason === OTHER && isTyped ? currentReason : reason)}</span>
          </Button>
        ))}
      </div>
      {isTyping ? (
        <form className="flex gap-1.5" onSubmit={onType}>
          <input
            // biome-ignore lint/a11y/noAutofocus: it opens on a press and is meant for typing.
            autoFocus
            name="reason"
            aria-label={t`Reason`}
            placeholder={t({ message: 'Reason (optional)', comment: 'in an empty field for a text' })}
            maxLength={MAX_LENGTH}
            defaultValue={isTyped ? currentReason : ''}
            className="h-7 min-w-0 grow rounded-md border border-line-strong bg-surface px-2 text-xs placeholder:text-muted pointer-coarse:text-base"
          />
          <Button compact tone="primary" type="submit">
            {t`Save reason`}
          </Button>
        </form>
      ) : null}
    </div>
  );
}

/** The notice of reasons that were given together; null if the question already shows everything. */
export function reasonNotice(
  commands: readonly ReasonCommand[],
  { directory }: ChangeNames,
  giveUp: Reasons['giveUp'],
): Notice | null {
  const [first] = commands;
  if (first === undefined) return null;
  if (first.undoes === null && commands.every(({ state }) => state === 'saved')) return null;
  const name = nameOf(first.task.appointment, directory);
  const { reason, before } = first.task;
  const text = reasonText(reason ?? before ?? OTHER);
  return groupNotice(commands, {
    id: `reason ${first.task.appointment.id}`,
    uncertain: () => ({ title: t`${name}: reason not saved yet`, text: `${text}.` }),
    failed() {
      const failed = commands.find(({ state }) => state !== 'saved') ?? first;
      return {
        title: failedTitle(name, failed, t`${name}: reason not saved`),
        text: <WhyNot command={failed} reads={null} />,
      };
    },
    saved: () => ({ tone: 'ok', title: t`${name}: reason undone`, text }),
    onGiveUp: () => giveUp(first.group),
  });
}
