import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { RowsSkeleton } from '#app/components/rows-skeleton.tsx';
import { Select } from '#app/components/select.tsx';
import { TextArea, TextField } from '#app/components/text-field.tsx';
import { ConflictingValue } from '#app/editor/record-form.tsx';
import { Section } from '#app/features/practice/settings-form.tsx';
import { factsText } from '#app/text/list-text.ts';
import { messageKindText } from '#app/text/message-kind-text.ts';
import type { ClientTexts } from '#client-texts/client-texts.ts';
import { loadClientTexts } from '#client-texts/load-client-texts.ts';
import { clientLanguageSchema, clientLanguages, messageChannels, practiceMessageKinds } from '#contract/enums.ts';
import { placeholders } from '#contract/message-placeholders.ts';
import type { MessageText } from '#contract/messages.ts';
import type { ReceivedMessageSettings } from '#contract/received-messages.ts';
import { ExampleMessage } from './example-message.tsx';
import { channelText, languageText, placeholderText } from './message-words.ts';
import { countSms, type OwnText, type TextKey, textFieldName, textKeys } from './settings-values.ts';
import type { MessageSettingsForm } from './use-message-settings.ts';

interface OwnTextsProps {
  form: MessageSettingsForm;
  /** The settings as last saved. */
  settings: ReceivedMessageSettings;
  /** The text that is being shown. */
  text: TextKey;
  onText: (text: TextKey) => void;
}

/** The wording of a message, standard or the practice's own, with an example. */
export function OwnTexts({ form, settings, text, onText }: OwnTextsProps) {
  const { kind, channel, language } = text;
  const { input, problems } = form;
  const clientTexts = useQuery({
    queryKey: ['client texts', language],
    queryFn: () => loadClientTexts(language),
    staleTime: Number.POSITIVE_INFINITY,
    // The standard texts are part of the app, so they can be loaded without the practice system.
    networkMode: 'always',
  });
  const own = textKeys.filter((one) => input[textFieldName(one)] !== null);
  return (
    <Section
      title={t`Wording`}
      text={t`Every message has a standard text in six languages. You can replace any of them with your own.`}
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        <RadioChoice
          label={t({ message: 'Message', comment: 'choice: confirmation, reminder, cancellation, due again' })}
          labelHidden
          look="segments"
          value={kind}
          options={practiceMessageKinds
            .filter((value) => value !== 'due' || settings.due !== null)
            .map((value) => ({ value, label: messageKindText(value) }))}
          onChange={(value) => onText({ ...text, kind: value })}
        />
        <RadioChoice
          label={t({ message: 'Sent by', comment: 'choice: e-mail, SMS' })}
          labelHidden
          look="segments"
          value={channel}
          options={messageChannels.map((value) => ({ value, label: channelText(value) }))}
          onChange={(value) => onText({ ...text, channel: value })}
        />
        <Select
          label={t`Language`}
          labelHidden="always"
          className="w-40"
          options={clientLanguages.map((value) => ({ value, label: languageText(value) }))}
          value={language}
          onChange={(value) => onText({ ...text, language: clientLanguageSchema.parse(value) })}
        />
      </div>
      {clientTexts.data ? (
        <TextEditor key={textFieldName(text)} {...{ form, text, settings }} clientTexts={clientTexts.data} />
      ) : clientTexts.isError ? (
        <Failure className="px-4 py-3" onRetry={() => void clientTexts.refetch()}>
          {t`The standard texts couldn’t be loaded.`}
        </Failure>
      ) : (
        <RowsSkeleton />
      )}
      {own.length === 0 ? null : (
        <div className="flex flex-wrap items-center gap-1.5 border-t border-line px-4 py-2.5">
          <p className="text-muted">
            {t({ message: 'Messages with your own text:', comment: 'a list of messages follows' })}
          </p>
          {own.map((one) => (
            <Button
              key={textFieldName(one)}
              compact
              aria-pressed={textFieldName(one) === textFieldName(text)}
              tone={problems.texts.has(textFieldName(one)) ? 'danger' : 'plain'}
              onClick={() => onText(one)}
            >
              {factsText([messageKindText(one.kind), channelText(one.channel), languageText(one.language)])}
            </Button>
          ))}
        </div>
      )}
    </Section>
  );
}

interface TextEditorProps extends Omit<OwnTextsProps, 'onText'> {
  clientTexts: ClientTexts;
}

function TextEditor({ form, settings, text, clientTexts }: TextEditorProps) {
  const { channel, kind, language } = text;
  const name = textFieldName(text);
  const { input, saved, conflicts, problems, change } = form;
  const { direction, messages } = clientTexts;
  const standard: OwnText =
    channel === 'email' ? messages[kind].email : { subject: null, body: messages[kind].sms.body };
  const own = input[name];
  const shown = own ?? standard;
  const wrong = problems.texts.get(name);
  const subjectField = useRef<HTMLInputElement>(null);
  const bodyField = useRef<HTMLTextAreaElement>(null);
  const lastFocusedField = useRef<'subject' | 'body'>('body');
  function changeText(part: Partial<OwnText>) {
    const next = { ...shown, ...part };
    change(name, next.subject === standard.subject && next.body === standard.body ? null : next);
  }
  function insertPlaceholder(placeholder: string) {
    // A click on the button leaves the focus in the text field. With the keyboard, the focus is on the button, so the
    // placeholder goes into the field that was left last.
    const isInSubject =
      document.activeElement === subjectField.current || document.activeElement === bodyField.current
        ? document.activeElement === subjectField.current
        : lastFocusedField.current === 'subject';
    const field = (isInSubject ? subjectField : bodyField).current;
    if (!field) return;
    field.setRangeText(placeholder, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  }
  const sms = channel === 'sms' ? countSms(shown.body) : null;
  return (
    <div className="grid gap-x-6 gap-y-4 px-4 py-3 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-2.5">
        {channel === 'email' ? (
          <div dir={direction} lang={language}>
            <TextField
              label={t({ message: 'Subject', comment: 'of an e-mail' })}
              ref={subjectField}
              value={shown.subject ?? ''}
              onBlur={() => {
                lastFocusedField.current = 'subject';
              }}
              error={wrong?.subject}
              onChange={(subject) => changeText({ subject })}
            />
          </div>
        ) : null}
        <TextArea
          ref={bodyField}
          onBlur={() => {
            lastFocusedField.current = 'body';
          }}
          label={t({ message: 'Text', comment: 'of a message to a client' })}
          value={shown.body}
          error={wrong?.body}
          hint={sms ? smsCountText(sms) : undefined}
          onChange={(body) => changeText({ body })}
          isTall
          rows={channel === 'email' ? 14 : 6}
        />
        <fieldset className="flex flex-wrap items-center gap-1">
          <legend className="pb-1 text-xs text-muted">
            {t({
              message: 'Insert a placeholder, such as the pet’s name',
              comment: 'placeholders follow: pet, client, date …',
            })}
          </legend>
          {placeholders.map((placeholder) => (
            <Button
              key={placeholder}
              compact
              title={`{${placeholder}}`}
              // The focus and the caret stay in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insertPlaceholder(`{${placeholder}}`)}
            >
              {placeholderText(placeholder)}
            </Button>
          ))}
        </fieldset>
        {conflicts.has(name) ? (
          <ConflictingValue
            field={messageKindText(kind)}
            value={
              saved[name] === null
                ? standardText()
                : [saved[name].subject, saved[name].body].filter(Boolean).join(' · ')
            }
            onTake={() => change(name, saved[name])}
          />
        ) : null}
        <p className="flex min-h-9 flex-wrap items-center gap-x-3 text-muted">
          {own === null
            ? standardText()
            : t({ message: 'Your own text', comment: 'a message has the practice’s own words' })}
          {own === null ? null : (
            <Button compact onClick={() => change(name, null)}>
              {t`Use the standard text`}
            </Button>
          )}
        </p>
      </div>
      <ExampleMessage {...{ text, direction }} own={shown} isSaved={isSavedText(settings.texts, text, own)} />
    </div>
  );
}

const standardText = () => t({ message: 'Standard text', comment: 'a message has the built-in words' });

const smsCountText = ({ length, most }: { length: number; most: number }) =>
  t({ message: `${length} of ${most} characters, not counting placeholders`, comment: 'two numbers' });

/** Whether the text that is shown is saved, as the practice's own text or as the standard one. */
function isSavedText(saved: readonly MessageText[], of: TextKey, own: OwnText | null): boolean {
  const found = saved.find((text) => textFieldName(text) === textFieldName(of));
  return found === undefined ? own === null : own?.body === found.body && own.subject === (found.subject ?? null);
}
