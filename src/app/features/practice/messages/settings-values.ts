import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import type { DraftInput } from '#app/editor/draft.ts';
import { texts as sharedTexts, tooLongText } from '#app/text/shared-texts.ts';
import { formatClockTime, usesTwelveHours } from '#app/text/time-text.ts';
import {
  type ClientLanguage,
  clientLanguageSchema,
  clientLanguages,
  type MessageChannel,
  messageChannels,
  type PracticeMessageKind,
  practiceMessageKinds,
} from '#contract/enums.ts';
import {
  findUnknownPlaceholders,
  maxSmsLength,
  measureSms,
  withoutPlaceholders,
} from '#contract/message-placeholders.ts';
import type { ReceivedMessageSettings } from '#contract/received-messages.ts';
import { parseClockTime, toMinutesAfterMidnight } from '#reading/times.ts';
import { formatIsoClockTime } from '#scheduling/wall-clock.ts';

/** Identifies one of the texts of messages. */
export interface TextKey {
  kind: PracticeMessageKind;
  channel: MessageChannel;
  language: ClientLanguage;
}

/** The practice's own text for a message; `subject` is null for an SMS. */
export interface OwnText {
  subject: string | null;
  body: string;
}

export type TextFieldName = `${PracticeMessageKind} ${MessageChannel} ${ClientLanguage}`;
export const textFieldName = ({ kind, channel, language }: TextKey): TextFieldName => `${kind} ${channel} ${language}`;

/** All texts that a practice can write itself, in the order of the form. */
export const textKeys: readonly TextKey[] = practiceMessageKinds.flatMap((kind) =>
  messageChannels.flatMap((channel) => clientLanguages.map((language) => ({ kind, channel, language }))),
);

/**
 * The settings as flat form fields. Each is saved under its own name, so that two people can change different settings
 * at the same time.
 */
const inputSchema = z.object({
  isOn: z.boolean(),
  confirmation: z.boolean(),
  reminder: z.boolean(),
  hoursBefore: z.number(),
  cancellation: z.boolean(),
  due: z.boolean(),
  daysBefore: z.number(),
  /** The time of day before which no messages are sent, as typed. */
  earliest: z.string(),
  latest: z.string(),
  language: clientLanguageSchema,
  cancelUntilHours: z.nullable(z.number()),
});
export type SettingInputs = z.infer<typeof inputSchema>;
export type SettingName = keyof SettingInputs;

const ownTextSchema = z.nullable(z.object({ subject: z.nullable(z.string()), body: z.string() }));

/** All values of the form: the settings, and for each text name the practice's own text, or null for the standard text. */
export type EditedSettings = SettingInputs & Record<TextFieldName, OwnText | null>;

const formatTime = (time: string) => {
  const parsed = parseClockTime(time);
  return parsed === null ? time : formatClockTime(parsed, usesTwelveHours());
};

/** Stands in for the settings of recalls if the practice system has none. */
const NO_RECALLS = { isOn: false, daysBefore: 14 };

/** The values of the form for saved settings. */
export function toFormInput(settings: ReceivedMessageSettings): EditedSettings {
  const { isOn, confirmation, reminder, cancellation, earliest, latest, language, cancelUntilHours, texts } = settings;
  const due = settings.due ?? NO_RECALLS;
  const own = textKeys.map((of) => {
    const found = texts.find((text) => textFieldName(text) === textFieldName(of));
    return [textFieldName(of), found ? { subject: found.subject, body: found.body } : null] as const;
  });
  return {
    ...(Object.fromEntries(own) as Record<TextFieldName, OwnText | null>),
    confirmation: confirmation.isOn,
    reminder: reminder.isOn,
    hoursBefore: reminder.hoursBefore,
    cancellation: cancellation.isOn,
    due: due.isOn,
    daysBefore: due.daysBefore,
    earliest: formatTime(earliest),
    latest: formatTime(latest),
    ...{ isOn, language, cancelUntilHours },
  };
}

/** The saved settings, overwritten by what was typed. Invalid parts of the draft are left out. */
export function applyDraft(saved: EditedSettings, typed: DraftInput): EditedSettings {
  const schemas = new Map<string, z.ZodMiniType>([
    ...Object.entries(inputSchema.shape),
    ...textKeys.map((of) => [textFieldName(of), ownTextSchema] as const),
  ]);
  const valid = Object.entries(typed).filter(([name, { to }]) => schemas.get(name)?.safeParse(to).success);
  return { ...saved, ...Object.fromEntries(valid.map(([name, { to }]) => [name, to])) };
}

/** The problems with a text's subject and body; empty if the text is valid. */
export function textProblems({ channel }: Pick<TextKey, 'channel'>, { subject, body }: OwnText): Partial<OwnText> {
  const findProblem = (text: string, most: number) => {
    if (text.trim() === '') return t`Enter a text.`;
    const [unknown] = findUnknownPlaceholders(text);
    if (unknown !== undefined) {
      const placeholder = `{${unknown}}`;
      return t({ message: `${placeholder} is not a placeholder.`, comment: 'a text in braces, such as {cat}' });
    }
    return text.trim().length > most ? tooLongText(most) : null;
  };
  const subjectProblem = channel === 'email' ? findProblem(subject ?? '', 200) : null;
  const bodyProblem = findProblem(body, 5000) ?? (channel === 'sms' ? smsProblem(body) : null);
  return {
    ...(subjectProblem === null ? {} : { subject: subjectProblem }),
    ...(bodyProblem === null ? {} : { body: bodyProblem }),
  };
}

/**
 * Counts the characters in the practice's own text of an SMS, without placeholders: how many there are, how many are allowed,
 * and whether all of them are in the GSM alphabet.
 */
export function countSms(body: string): { length: number; most: number; isGsm: boolean } {
  const { length, isGsm } = measureSms(withoutPlaceholders(body));
  return { length, most: maxSmsLength(isGsm), isGsm };
}

function smsProblem(body: string): string | null {
  const { length, most } = countSms(body);
  return length <= most
    ? null
    : t({
        message: `Too long for an SMS: ${length} characters, not counting placeholders. At most ${most} fit.`,
        comment: 'two numbers',
      });
}

/** The problems with the settings, keyed by the setting's name, and those of the texts, keyed by the text's name. */
export function findSettingsProblems(input: EditedSettings): {
  settings: Partial<Record<SettingName, string>>;
  texts: ReadonlyMap<TextFieldName, Partial<OwnText>>;
} {
  const [earliest, latest] = [parseClockTime(input.earliest), parseClockTime(input.latest)];
  const isWrongOrder =
    earliest !== null && latest !== null && toMinutesAfterMidnight(earliest) >= toMinutesAfterMidnight(latest);
  const texts = textKeys.flatMap((of) => {
    const own = input[textFieldName(of)];
    const problems = own === null ? {} : textProblems(of, own);
    return Object.keys(problems).length > 0 ? [[textFieldName(of), problems] as const] : [];
  });
  return {
    settings: {
      ...(earliest === null ? { earliest: sharedTexts.notATime } : {}),
      ...(latest === null ? { latest: sharedTexts.notATime } : isWrongOrder ? { latest: endTooEarlyText() } : {}),
    },
    texts: new Map(texts),
  };
}

const endTooEarlyText = () =>
  t({ message: 'This must be later than the first time.', comment: 'the end of a time span' });

const toIsoTime = (typed: string) => {
  const time = parseClockTime(typed);
  return time === null ? typed : formatIsoClockTime(time);
};

/** The body of the request that saves the settings. */
export function toSettingsRequest(input: EditedSettings) {
  const { isOn, confirmation, reminder, hoursBefore, cancellation, due, daysBefore, language, cancelUntilHours } =
    input;
  return {
    isOn,
    confirmation: { isOn: confirmation },
    reminder: { isOn: reminder, hoursBefore },
    cancellation: { isOn: cancellation },
    due: { isOn: due, daysBefore },
    ...{ language, cancelUntilHours },
    earliest: toIsoTime(input.earliest),
    latest: toIsoTime(input.latest),
    texts: textKeys.flatMap((of) => {
      const own = input[textFieldName(of)];
      return own === null ? [] : [{ ...of, subject: own.subject?.trim() ?? null, body: own.body.trim() }];
    }),
  };
}
