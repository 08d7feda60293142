import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { messageQueries } from '#app/api/messages.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Failure } from '#app/components/failure.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { RowsSkeleton } from '#app/components/rows-skeleton.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { useEditor } from '#app/editor/editor.ts';
import { savedText } from '#app/editor/use-record-form.ts';
import { partTitle } from '#app/features/practice/part-titles.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { SaveBar, Section } from '#app/features/practice/settings-form.tsx';
import type { ReceivedMessageSettings } from '#contract/received-messages.ts';
import { MessagingStatus } from './messaging-status.tsx';
import { OwnTexts } from './own-texts.tsx';
import { SendingSettings } from './sending-settings.tsx';
import { type TextKey, textFieldName, textKeys } from './settings-values.ts';
import { useMessageSettings } from './use-message-settings.ts';

/** The settings that say when and how clients get messages. Messages are off at first. */
export function MessagesPart() {
  const { api, companyId } = useEditor();
  const settings = useQuery(messageQueries.settings(api, companyId));
  if (settings.data) return <MessageSettings settings={settings.data} />;
  if (settings.isError)
    return (
      <Failure look="danger" error={settings.error} onRetry={() => void settings.refetch()}>
        {t`The settings couldn’t be loaded.`}
      </Failure>
    );
  return <RowsSkeleton />;
}

function MessageSettings({ settings }: { settings: ReceivedMessageSettings }) {
  const form = useMessageSettings(settings);
  const { input, problems, conflicts, isSaving } = form;
  const [chosen, setChosen] = useState<Omit<TextKey, 'language'> & { language: TextKey['language'] | null }>({
    ...{ kind: 'reminder', channel: settings.channels[0] ?? 'email', language: null },
  });
  const text: TextKey = { ...chosen, language: chosen.language ?? input.language };

  /** Shows the first text that prevents saving, because it has a problem or a colleague has changed it. */
  function showProblem() {
    const isWrong = (one: TextKey) => problems.texts.has(textFieldName(one)) || conflicts.has(textFieldName(one));
    const wrong = isWrong(text) ? text : textKeys.find(isWrong);
    if (wrong && Object.keys(problems.settings).length === 0) setChosen(wrong);
  }
  function save(isOn = settings.isOn) {
    showProblem();
    form.save({
      besides: { isOn },
      onSaved: () => {
        if (isOn === settings.isOn) showNotice({ tone: 'ok', title: partTitle('messages'), text: savedText() });
      },
    });
  }
  return (
    <form
      ref={form.form}
      noValidate
      aria-label={partTitle('messages')}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="flex flex-col gap-6"
    >
      <MessagingStatus
        settings={settings}
        isChanged={form.isChanged}
        isSaving={isSaving}
        onOn={() => save(true)}
        onOff={() => form.saveAlone('isOn', false)}
      />
      <SendingSettings form={form} hasRecalls={settings.due !== null} />
      <OwnTexts form={form} settings={settings} text={text} onText={setChosen} />
      <VisitTypes />
      <SaveBar
        isChanged={form.isChanged}
        isSaving={isSaving}
        error={form.error}
        onRetry={() => save()}
        onDiscard={form.discard}
      />
    </form>
  );
}

/** Lists the visit types about which no messages are sent, and those with instructions to clients. */
function VisitTypes() {
  const { types } = usePractice();
  const addresses = useAddresses();
  const active = types.filter(({ isActive }) => isActive);
  const silent = active.filter(({ isMessaged }) => !isMessaged);
  const prepared = active.filter(({ isMessaged, preparation }) => isMessaged && preparation);
  return (
    <Section title={t`Visit types`}>
      <dl className="flex flex-col gap-3 px-4 pt-3">
        <div>
          <dt className="font-medium">{t({ message: 'Without messages', comment: 'visit types' })}</dt>
          <dd className="text-muted">
            {silent.length === 0 ? (
              t`None. Clients get messages about all visit types.`
            ) : (
              <VisitTypeNames types={silent} />
            )}
          </dd>
        </div>
        <div>
          <dt className="font-medium">{t`What to do before the visit`}</dt>
          {prepared.length === 0 ? (
            <dd className="text-muted">{t`No instructions yet, such as “Nothing to eat from 22:00” before surgery.`}</dd>
          ) : (
            prepared.map(({ id, name, preparation }) => (
              <dd key={id} className="break-words text-muted">
                <bdi>{name}</bdi>: <bdi>{preparation}</bdi>
              </dd>
            ))
          )}
        </div>
      </dl>
      <p className="px-4 pt-2 pb-3">
        <AppLink to={addresses.practice('types')} className="font-medium underline">
          {t`Change this in Visit types`}
        </AppLink>
      </p>
    </Section>
  );
}

const VisitTypeNames = ({ types }: { types: readonly { id: string; name: string }[] }) => (
  <InlineTexts of={types.map(({ name }) => name)} />
);
