import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { AnswerNotices } from '#app/changes/answer-notices.tsx';
import { type PhoneAnswer, useClientAnswersLog } from '#app/changes/client-answers.ts';
import { Button } from '#app/components/button.tsx';
import { MessageIcon } from '#app/components/message-icon.tsx';
import { TextArea } from '#app/components/text-field.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { texts, tooLongText } from '#app/text/shared-texts.ts';
import { instantInYearText } from '#app/text/time-text.ts';
import { stageOf } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedClientAnswer } from '#contract/received-messages.ts';

interface ClientAnswerProps {
  appointment: ReceivedAppointment;
  /** The name of the appointment's pet, for notices. */
  name: string;
  /** The client's answer for the appointment's current time; null if there is none. */
  answer: ReceivedClientAnswer | null;
  /** The IANA zone of the appointment's store. */
  zone: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** What the client answered, and buttons to record an answer that they give on the telephone. */
export function ClientAnswerSection({ appointment, name, answer, zone, now }: ClientAnswerProps) {
  const { session } = useDesk();
  const log = useClientAnswersLog();
  const [isNoting, setNoting] = useState(false);
  const isAhead = stageOf(appointment) === 'expected' && instantOf(appointment.end) > now;
  const canGive = isAhead && session.capabilities.giveClientAnswer !== undefined && session.canWrite !== false;
  const current = answer?.answer === 'cancelled' ? null : answer;
  const before: PhoneAnswer | null =
    current && current.answer !== 'cancelled' ? { answer: current.answer, note: current.note } : null;
  const recordAnswer = (given: PhoneAnswer) => void log.give({ appointment, name, before, ...given });
  if (current === null && !canGive) return null;
  return (
    <div className="flex flex-col gap-1.5">
      {current === null ? null : <GivenAnswer answer={current} zone={zone} now={now} />}
      {canGive ? (
        <>
          <div className="flex flex-wrap gap-1.5">
            {before?.answer === 'confirmed' ? null : (
              <Button compact onClick={() => recordAnswer({ answer: 'confirmed', note: null })}>
                {t({ message: 'Client confirmed', comment: 'the result of a call: the client will come' })}
              </Button>
            )}
            {before?.answer === 'another_time' ? (
              <Button compact aria-expanded={isNoting} onClick={() => setNoting(!isNoting)}>
                {before.note === null ? t`Add note` : t`Edit note`}
              </Button>
            ) : (
              <Button compact onClick={() => recordAnswer({ answer: 'another_time', note: null })}>
                {t({
                  message: 'Wants another time',
                  comment: 'button: notes that the client wants to move an appointment',
                })}
              </Button>
            )}
          </div>
          {isNoting && before?.answer === 'another_time' ? (
            <NoteField
              note={before.note ?? ''}
              onSave={(note) => {
                recordAnswer({ answer: 'another_time', note: note === '' ? null : note });
                setNoting(false);
              }}
              onClose={() => setNoting(false)}
            />
          ) : null}
          <AnswerNotices />
        </>
      ) : null}
    </div>
  );
}

/** An answer in words, with the time at which it was given and the client's note. */
function GivenAnswer({
  answer,
  zone,
  now,
}: Pick<ClientAnswerProps, 'zone' | 'now'> & { answer: ReceivedClientAnswer }) {
  const isConfirmed = answer.answer === 'confirmed';
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-1.5">
        <MessageIcon mark={isConfirmed ? 'confirmed' : 'another-time'} size={14} />
        <span className="font-medium">
          {isConfirmed
            ? t({ message: 'Client confirmed', comment: 'the result of a call: the client will come' })
            : t({
                message: 'Wants another time',
                comment: 'button: notes that the client wants to move an appointment',
              })}
        </span>
        <span className="text-muted tabular-nums">
          {answer.at === null ? texts.notSavedYet : instantInYearText(zone, instantOf(answer.at), now)}
        </span>
      </p>
      {answer.note === null ? null : (
        <blockquote className="border-s-2 border-line-strong ps-2 break-words whitespace-pre-line" dir="auto">
          {answer.note}
        </blockquote>
      )}
    </div>
  );
}

/** The longest note, in characters. */
const MAX_NOTE_LENGTH = 500;

function NoteField({ note, onSave, onClose }: { note: string; onSave: (note: string) => void; onClose: () => void }) {
  const [text, setText] = useState(note);
  const isTooLong = text.trim().length > MAX_NOTE_LENGTH;
  return (
    <div className="flex flex-col gap-1.5">
      <TextArea
        label={t({ message: 'Note', comment: 'what a client who wants another time said' })}
        value={text}
        onChange={setText}
        error={isTooLong ? tooLongText(MAX_NOTE_LENGTH) : null}
      />
      <div className="flex gap-1.5">
        <Button compact tone="primary" disabled={isTooLong} onClick={() => onSave(text.trim())}>
          {t`Save`}
        </Button>
        <Button compact onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </div>
  );
}
