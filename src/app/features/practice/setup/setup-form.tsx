import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CalendarLink } from '#app/addresses/links.tsx';
import { useApi } from '#app/api/api-client.ts';
import { retryDelay } from '#app/api/api-error.ts';
import { isSetupOpen, setUpPractice, setupQueries } from '#app/api/desk-setup.ts';
import { takeSession } from '#app/api/session.ts';
import { localStore } from '#app/browser/storage.ts';
import { Button } from '#app/components/button.tsx';
import { Checkbox } from '#app/components/checkbox.tsx';
import { useFocusWithin } from '#app/components/lost-focus.ts';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { TextArea, TextField } from '#app/components/text-field.tsx';
import { useBlurred } from '#app/components/use-blurred.ts';
import { ZoneField } from '#app/features/practice/fields/zone-field.tsx';
import { words } from '#app/text/shared-texts.ts';
import type { DeskSetUp, DeskSetup, SetupOffer } from '#contract/desk-setup.ts';
import { CodeField, SetupOutcome } from './setup-code.tsx';
import { forgetSetupDraft, keepSetupDraft, type SetupDraft } from './setup-draft.ts';
import {
  hoursMeaning,
  readSetup,
  roomsMeaning,
  type SetupFaults,
  type SetupValues,
  setupTitle,
  usualValues,
} from './setup-values.ts';

interface SetupFormProps {
  draft: SetupDraft & { restored: boolean };
  offer: SetupOffer;
  linkCode: string;
  onWrongCode: () => void;
  onDone: (practice: string, answer: DeskSetUp) => void;
}

/** The input for a new practice: two required names, and standard values for everything else. */
export function SetupForm({ draft, offer, linkCode, onWrongCode, onDone }: SetupFormProps) {
  const [values, setValues] = useState(draft.values);
  const [code, setCode] = useState(linkCode);
  const [followed, setFollowed] = useState(linkCode);
  if (followed !== linkCode) {
    setFollowed(linkCode);
    if (linkCode !== '') setCode(linkCode);
  }
  const [isOpen, setIsOpen] = useState(draft.open);
  const [restored, setRestored] = useState(draft.restored && !draft.open);
  const [isSubmitted, setSubmitted] = useState(false);
  const [page, setPage] = useState<HTMLElement | null>(null);
  useFocusWithin(page);
  const settingUp = useSetUp(({ practice }, answer) => {
    forgetSetupDraft(localStore);
    onDone(practice.name, answer);
  });
  const codeField = useRef<HTMLInputElement>(null);
  const read = readSetup(values);
  const faults = 'faults' in read ? read.faults : {};

  useEffect(() => keepSetupDraft(localStore, { id: draft.id, values, open: isOpen }), [draft.id, values, isOpen]);

  function open(next: boolean) {
    setIsOpen(next);
    // Stored before anything is sent, since a reload may come at any time.
    keepSetupDraft(localStore, { id: draft.id, values, open: next });
  }

  function submit() {
    if (settingUp.isPending) return;
    flushSync(() => setSubmitted(true));
    if ('faults' in read) return page?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    if (code.trim() === '') return codeField.current?.focus();
    open(true);
    settingUp.mutate(
      { id: draft.id, code: code.trim(), practice: read.practice, demo: values.demo },
      {
        onError: (error) => {
          if (isSetupOpen(error)) return;
          open(false);
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
              {t`Your name and that of the practice are enough to begin. Everything else has good defaults, and can be changed later.`}
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
                setValues(usualValues());
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
          <fieldset disabled={isOpen || settingUp.isPending} className="flex min-w-0 flex-col gap-4">
            <legend className="sr-only">{setupTitle()}</legend>
            <PracticeFields {...{ values, faults }} showFaults={isSubmitted} onChange={setValues} />
            {offer.setUp === 'beside_demo' ? (
              <RadioChoice<SetupValues['demo']>
                label={t`Demo practice`}
                look="plain"
                value={values.demo}
                options={[
                  { value: 'remove', label: t`Remove the demo practice and all of its appointments` },
                  { value: 'keep', label: t`Keep the demo practice. People signed in to your practice won’t see it` },
                ]}
                onChange={(demo) => setValues({ ...values, demo })}
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
              {isOpen && !settingUp.isPending ? words.tryAgain : t`Set up practice`}
            </Button>
            <SetupOutcome
              isPending={settingUp.isPending}
              failures={settingUp.failureCount}
              isOpen={isOpen}
              error={settingUp.error}
              hasFaults={isSubmitted && 'faults' in read}
            />
          </div>
        </form>
      </div>
    </main>
  );
}

interface PracticeFieldsProps {
  values: SetupValues;
  faults: SetupFaults;
  /** Whether all faults are shown, including those of fields that were not visited yet. */
  showFaults: boolean;
  onChange: (values: SetupValues) => void;
}

function PracticeFields({ values, faults, showFaults, onChange }: PracticeFieldsProps) {
  const blurred = useBlurred();
  const field = (name: keyof SetupFaults) => ({
    value: values[name],
    onChange: (text: string) => onChange({ ...values, [name]: text }),
    onBlur: () => blurred.mark(name),
    error: showFaults || blurred.has(name) ? faults[name] : undefined,
  });
  return (
    <div className="grid items-start gap-x-3 gap-y-4 sm:grid-cols-2">
      <TextField label={t`Name of the practice`} className="sm:col-span-2" {...field('name')} />
      <TextField label={t`Your first name`} {...field('firstName')} />
      <TextField label={t`Your last name`} optional {...field('lastName')} />
      <label className="-my-2 flex min-h-8 items-center gap-2 sm:col-span-2">
        <Checkbox checked={values.isVet} onChange={(isVet) => onChange({ ...values, isVet })} />
        {t`I am a vet`}
      </label>
      <TextField
        label={t`Opening hours`}
        className="sm:col-span-2"
        hint={hoursMeaning(values.hours)}
        {...field('hours')}
      />
      <ZoneField
        label={t`Time zone`}
        value={values.zone}
        onChange={(zone) => onChange({ ...values, zone })}
        unmatched={values.zoneUnmatched}
        onUnmatched={(zoneUnmatched) => onChange({ ...values, zoneUnmatched })}
        error={faults.zone}
      />
      <TextField label={t`Number of rooms`} hint={roomsMeaning(values.rooms)} {...field('rooms')} />
      <TextArea
        label={t`Other vets`}
        optional
        className="sm:col-span-2"
        hint={t`Names, separated by commas. Each vet gets a sign-in key.`}
        {...field('vets')}
      />
    </div>
  );
}

const TRIES = 3;

/**
 * Sets up a practice and signs in its first person. If the answer is lost, the request is repeated, which sets nothing
 * up twice.
 */
function useSetUp(onDone: (setup: DeskSetup, answer: DeskSetUp) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (setup: DeskSetup) => setUpPractice(api, setup),
    // The answer includes keys.
    gcTime: 0,
    retry: (failures, error) => isSetupOpen(error) && failures + 1 < TRIES,
    retryDelay,
    onSuccess: async (answer, setup) => {
      onDone(setup, answer);
      await takeSession(api, queryClient, answer.session);
      queryClient.setQueryData(setupQueries.offer(api).queryKey, { setUp: null, timeZone: null });
    },
  });
}
