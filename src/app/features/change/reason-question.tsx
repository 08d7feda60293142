import { t } from '@lingui/core/macro';
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react';
import type { SavedChange } from '#app/changes/freed-time.ts';
import { FailureReason, failedTitle, groupNotice } from '#app/changes/outbox/command-notices.tsx';
import { Button } from '#app/components/button.tsx';
import type { Notice } from '#app/components/show-notice.ts';
import { joinReason, parseReason, reasonText, type SuggestedReason } from '#app/text/reason-text.ts';
import { suggestedReasons } from '#contract/enums.ts';
import { appointmentNameText, type NameSources } from './change-names.ts';
import { latestReason, type ReasonCommand, type ReasonsLog } from './reasons.ts';

/** The maximum length of a typed reason, in UTF-16 units. */
const MAX_REASON_LENGTH = 200;
/** The reason that is saved if text was typed but no reason was chosen. */
const OTHER_REASON = 'Other';
/** The reasons to choose from. A reason on file that is not among them is shown as typed text. */
const OFFERED_REASONS: readonly SuggestedReason[] = suggestedReasons.filter((reason) => reason !== 'Recovered');

/** Splits a reason into the offered choice and the typed text. */
function splitReason(reason: string | null): { choice: SuggestedReason | null; text: string } {
  if (reason === null) return { choice: null, text: '' };
  const { usual, text } = parseReason(reason);
  return usual !== null && OFFERED_REASONS.includes(usual)
    ? { choice: usual, text }
    : { choice: OTHER_REASON, text: reason };
}

interface ReasonQuestionProps {
  reasons: ReasonsLog;
  /** The changes that cancelled appointments or marked them as missed. All get the same reason. */
  changes: readonly SavedChange[];
  /** The reason on file; null for none. */
  stored?: string | null;
}

/**
 * Asks why appointments were cancelled or missed, once that change has been saved. A choice is saved at once, and a
 * text can be added. Pressing the choice again removes the reason, unless it has a text.
 */
export function ReasonQuestion({ reasons, changes, stored = null }: ReasonQuestionProps) {
  const log = useSyncExternalStore(reasons.subscribe, reasons.commands);
  const [isTyping, setTyping] = useState(false);
  /** Text that was typed but not saved yet; null for none. */
  const [typed, setTyped] = useState<string | null>(null);
  const question = useId();
  const [first] = changes;
  const currentReason = first === undefined ? null : latestReason(log, first, stored);
  const { choice, text: saved } = splitReason(currentReason);
  const text = typed ?? saved;
  function giveReason(reason: SuggestedReason) {
    setTyped(null);
    reasons.give(changes, joinReason(reason, text.trim()), stored);
  }
  function toggleReason(reason: SuggestedReason) {
    if (reason !== choice) {
      setTyping(true);
      giveReason(reason);
    } else if (text === '') {
      setTyping(false);
      reasons.give(changes, null, stored);
    } else {
      setTyping(!isTyping);
    }
  }
  function saveReason(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTyping(false);
    giveReason(choice ?? OTHER_REASON);
  }
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset can't be in one row with its buttons. */}
      <div role="group" aria-labelledby={question} className="flex flex-wrap items-center gap-1.5">
        <span id={question} className="me-1 font-medium">
          {t({ message: 'Why?', comment: 'asked after an appointment was cancelled, or no one came' })}
        </span>
        {OFFERED_REASONS.map((reason) => (
          <Button
            key={reason}
            compact
            aria-pressed={reason === choice}
            aria-expanded={reason === choice ? isTyping : undefined}
            className="max-w-full aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => toggleReason(reason)}
          >
            <span className="truncate">
              {reasonText(reason === choice && currentReason !== null ? currentReason : reason)}
            </span>
          </Button>
        ))}
      </div>
      {isTyping ? (
        <form className="flex gap-1.5" onSubmit={saveReason}>
          <input
            // biome-ignore lint/a11y/noAutofocus: the field opens when the choice to type a reason is pressed.
            autoFocus={choice === OTHER_REASON}
            aria-label={t`Reason`}
            placeholder={t({ message: 'Reason (optional)', comment: 'in an empty field for a text' })}
            maxLength={MAX_REASON_LENGTH - (choice === null ? 0 : choice.length + 2)}
            value={text}
            onChange={({ target }) => setTyped(target.value)}
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
  { directory }: NameSources,
  giveUp: ReasonsLog['giveUp'],
): Notice | null {
  const [first] = commands;
  if (first === undefined) return null;
  if (first.undoes === null && commands.every(({ state }) => state === 'saved')) return null;
  const name = appointmentNameText(first.task.appointment, directory);
  const { reason, before } = first.task;
  const text = reasonText(reason ?? before ?? OTHER_REASON);
  return groupNotice(commands, {
    id: `reason ${first.task.appointment.id}`,
    uncertain: () => ({ title: t`${name}: reason not saved yet`, text: `${text}.` }),
    failed() {
      const failed = commands.find(({ state }) => state !== 'saved') ?? first;
      return {
        title: failedTitle(name, failed, t`${name}: reason not saved`),
        text: <FailureReason command={failed} currentStateText={null} />,
      };
    },
    saved: () => ({ tone: 'ok', title: t`${name}: change of reason undone`, text }),
    onGiveUp: () => giveUp(first.group),
  });
}
