import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CalendarLink } from '#app/addresses/links.tsx';
import { useApi } from '#app/api/api-client.ts';
import { retryDelay } from '#app/api/api-error.ts';
import { leavesOutcomeUnknown, setUpPractice, setupQueries } from '#app/api/desk-setup.ts';
import { setSession } from '#app/api/session.ts';
import { localStore } from '#app/browser/storage.ts';
import { Button } from '#app/components/button.tsx';
import { useFocusWithin } from '#app/components/lost-focus.ts';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { FieldGrid } from '#app/editor/field-grid.tsx';
import { listFields } from '#app/editor/record-kind.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { OnboardingRequest } from '#contract/desk-endpoints.ts';
import type { FinishedOnboarding, OnboardingOffer } from '#contract/desk-onboarding.ts';
import { CodeField, SetupOutcome } from './setup-code.tsx';
import { forgetSetupDraft, type SetupDraft, saveSetupDraft } from './setup-draft.ts';
import { createBlankSetup, readSetup, setupFields, setupTitle } from './setup-fields.tsx';

interface SetupFormProps {
  draft: SetupDraft & { restored: boolean };
  offer: OnboardingOffer;
  linkCode: string;
  onWrongCode: () => void;
  onDone: (practice: string, answer: FinishedOnboarding) => void;
}

/** The form for a new practice: two required names, and standard values for everything else. */
export function SetupForm({ draft, offer, linkCode, onWrongCode, onDone }: SetupFormProps) {
  const [input, setInput] = useState(draft.input);
  const [demo, setDemo] = useState(draft.demo);
  const [code, setCode] = useState(linkCode);
  const [lastLinkCode, setLastLinkCode] = useState(linkCode);
  if (lastLinkCode !== linkCode) {
    setLastLinkCode(linkCode);
    if (linkCode !== '') setCode(linkCode);
  }
  const [isOutcomeUnknown, setOutcomeUnknown] = useState(draft.isOutcomeUnknown);
  const [restored, setRestored] = useState(draft.restored && !draft.isOutcomeUnknown);
  const [isSubmitted, setSubmitted] = useState(false);
  const [page, setPage] = useState<HTMLElement | null>(null);
  useFocusWithin(page);
  const settingUp = useSetUp(({ practice }, answer) => {
    forgetSetupDraft(localStore);
    onDone(practice.name, answer);
  });
  const codeField = useRef<HTMLInputElement>(null);
  const read = readSetup(input);
  const { id } = draft;

  useEffect(
    () => saveSetupDraft(localStore, { id, input, demo, isOutcomeUnknown }),
    [id, input, demo, isOutcomeUnknown],
  );

  function markOutcome(isUnknown: boolean) {
    setOutcomeUnknown(isUnknown);
    // The draft is stored before the request is sent, since the page may be reloaded at any time.
    saveSetupDraft(localStore, { id, input, demo, isOutcomeUnknown: isUnknown });
  }

  function submit() {
    if (settingUp.isPending) return;
    flushSync(() => setSubmitted(true));
    if ('problems' in read) return page?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    if (code.trim() === '') return codeField.current?.focus();
    markOutcome(true);
    settingUp.mutate(
      { id, code: code.trim(), practice: read.practice, demo },
      {
        onError: (error) => {
          if (leavesOutcomeUnknown(error)) return;
          markOutcome(false);
          onWrongCode();
        },
      },
    );
  }

  return (
    <main ref={setPage} className="h-full overflow-y-auto bg-ground text-sm">
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-3 pt-4 pb-8">
        <div className="flex flex-wrap items-start justify-between gap-x-4">
          <div>
            <h1 className="text-2xl font-semibold">{setupTitle()}</h1>
            <p className="text-muted">
              {t`Your name and the name of the practice are enough to begin. Everything else has good defaults, and can be changed later.`}
            </p>
          </div>
          {offer.setUp === 'beside_demo' ? <CalendarLink text={t`Back to the demo`} /> : null}
        </div>
        {restored ? (
          <div className="flex items-center justify-between gap-2 rounded-md bg-accent-soft px-3 py-1">
            <p>{t`Your previous input has been restored.`}</p>
            <Button
              compact
              tone="quiet"
              onClick={() => {
                setInput(createBlankSetup());
                setDemo('remove');
                setSubmitted(false);
                setRestored(false);
              }}
            >
              {t({ message: 'Start over', comment: 'button: empties the form' })}
            </Button>
          </div>
        ) : null}
        <form
          noValidate
          className="flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-surface p-4"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <fieldset disabled={isOutcomeUnknown || settingUp.isPending} className="flex min-w-0 flex-col gap-4">
            <legend className="sr-only">{setupTitle()}</legend>
            <FieldGrid
              fields={listFields({ fields: setupFields })}
              input={input}
              problems={'problems' in read ? read.problems : {}}
              showProblems={isSubmitted}
              onChange={(name, value) => setInput((before) => ({ ...before, [name]: value }))}
              reference={null}
            />
            {offer.setUp === 'beside_demo' ? (
              <RadioChoice<SetupDraft['demo']>
                label={t`Demo practice`}
                look="plain"
                value={demo}
                options={[
                  { value: 'remove', label: t`Remove the demo practice and all of its appointments` },
                  { value: 'keep', label: t`Keep the demo practice. People signed in to your practice won’t see it` },
                ]}
                onChange={setDemo}
              />
            ) : null}
          </fieldset>
          <CodeField
            ref={codeField}
            value={code}
            onChange={setCode}
            fromLink={linkCode !== '' && code === linkCode}
            isMissing={isSubmitted && code.trim() === ''}
            error={settingUp.isPending ? null : settingUp.error}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" tone="primary" aria-disabled={settingUp.isPending}>
              {isOutcomeUnknown && !settingUp.isPending ? texts.tryAgain : t`Set up practice`}
            </Button>
            <SetupOutcome
              isPending={settingUp.isPending}
              failures={settingUp.failureCount}
              isOutcomeUnknown={isOutcomeUnknown}
              error={settingUp.error}
              hasProblems={isSubmitted && 'problems' in read}
            />
          </div>
        </form>
      </div>
    </main>
  );
}

const MAX_TRIES = 3;

/**
 * Sets up a practice and signs in its first person. If the response is lost, the request is retried; a retry never
 * creates a second practice.
 */
function useSetUp(onDone: (setup: OnboardingRequest, answer: FinishedOnboarding) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (setup: OnboardingRequest) => setUpPractice(api, setup),
    // The response is not cached, since it includes keys.
    gcTime: 0,
    retry: (failures, error) => leavesOutcomeUnknown(error) && failures + 1 < MAX_TRIES,
    retryDelay,
    onSuccess: async (answer, setup) => {
      onDone(setup, answer);
      await setSession(api, queryClient, answer.session);
      queryClient.setQueryData(setupQueries.offer(api).queryKey, { setUp: null, timeZone: null });
    },
  });
}
