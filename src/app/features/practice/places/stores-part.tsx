import { t } from '@lingui/core/macro';
import { useMinute } from '#app/browser/use-now.ts';
import { TextField } from '#app/components/text-field.tsx';
import { nameFault } from '#app/editor/name-fault.ts';
import { EditForm, type FieldTexts } from '#app/features/practice/editing/edit-form.tsx';
import { Add, Row, Rows } from '#app/features/practice/editing/rows.tsx';
import { useEdit } from '#app/features/practice/editing/use-edit.ts';
import { readHours, type TypedHours, typedHours } from '#app/features/practice/fields/hours.ts';
import { HoursField } from '#app/features/practice/fields/hours-field.tsx';
import { useTouched } from '#app/features/practice/fields/use-touched.ts';
import { ZoneField } from '#app/features/practice/fields/zone-field.tsx';
import { partTitles } from '#app/features/practice/part-titles.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { browserZone, zoneCity, zoneText } from '#app/scheduling/time-text.ts';
import { isTimeZone } from '#contract/practice-setup.ts';
import type { ReceivedStore } from '#contract/received.ts';
import { useLatestCompany } from './name-part.tsx';
import { hoursTexts } from './places-text.ts';

/** The stores with their zones and opening hours. */
export function StoresPart() {
  const { company, can } = usePractice();
  return (
    <div className="flex flex-col gap-3">
      <Rows label={partTitles.stores}>
        {company.stores.map((store) => (
          <Row
            key={store.id}
            id={store.id}
            name={store.name}
            facts={<StoreFacts store={store} />}
            canEdit={can('changeStore')}
            form={() => <StoreForm store={store} />}
          />
        ))}
      </Rows>
      {can('createStore') ? (
        <Add
          id="new store"
          label={t({ message: 'New store', comment: 'a location of the practice' })}
          form={() => <StoreForm store={null} />}
        />
      ) : null}
    </div>
  );
}

function StoreFacts({ store }: { store: ReceivedStore }) {
  const now = useMinute();
  return (
    <>
      <ul className="flex flex-wrap gap-x-4">
        {hoursTexts(store.openingHours).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {store.timeZone !== null && isTimeZone(store.timeZone) ? (
        <p>
          {zoneCity(store.timeZone)} · {zoneText(store.timeZone, now)}
        </p>
      ) : null}
    </>
  );
}

interface StoreValues {
  name: string;
  timeZone: string;
  hours: TypedHours[];
  /** What was typed for a zone and is none. */
  unmatched: string;
}

const valuesOf = (store: ReceivedStore): StoreValues => ({
  name: store.name,
  timeZone: store.timeZone ?? '',
  hours: typedHours(store.openingHours),
  unmatched: '',
});

/** A new store is open like the first one. */
const newStore = (like: ReceivedStore | undefined): StoreValues => ({
  name: '',
  timeZone: like?.timeZone ?? browserZone,
  hours: typedHours(like?.openingHours ?? []),
  unmatched: '',
});

function zoneFault({ timeZone, unmatched }: StoreValues): string | null {
  return unmatched === '' && isTimeZone(timeZone) ? null : t`Choose a time zone from the list.`;
}

function StoreForm({ store }: { store: ReceivedStore | null }) {
  const { company, call } = usePractice();
  const latest = useLatestCompany();
  const others = company.stores.filter(({ id }) => id !== store?.id).map(({ name }) => name);
  const edit = useEdit({
    id: store?.id ?? 'new store',
    current: store ? valuesOf(store) : newStore(company.stores[0]),
    latest:
      store &&
      (async () => {
        const now = (await latest())?.stores.find(({ id }) => id === store.id);
        return now ? valuesOf(now) : null;
      }),
    isWrong: (values) =>
      nameFault(values.name, others) !== null || zoneFault(values) !== null || readHours(values.hours).hours === null,
    save(changes, values, options) {
      const name = values.name.trim();
      const openingHours = readHours(values.hours).hours ?? [];
      if (!store) return call('createStore', { name, timeZone: values.timeZone, openingHours }, options);
      return call('changeStore', {
        id: store.id,
        ...(changes.name === undefined ? {} : { name }),
        ...(changes.timeZone === undefined ? {} : { timeZone: values.timeZone }),
        ...(changes.hours === undefined ? {} : { openingHours }),
      });
    },
  });
  const { values, change, showFaults } = edit;
  const { leave, told } = useTouched(showFaults);
  const texts: FieldTexts<StoreValues> = {
    name: { label: t({ message: 'Name', comment: 'of a room, a visit type, or a store' }), text: String },
    timeZone: { label: t`Time zone`, text: zoneCity },
    hours: { label: t`Opening hours`, text: (hours) => hoursTexts(readHours(hours).hours ?? []).join(' · ') },
    unmatched: { label: t`Time zone`, text: String },
  };
  return (
    <EditForm
      edit={edit}
      label={store?.name ?? t({ message: 'New store', comment: 'a location of the practice' })}
      texts={texts}
    >
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          label={texts.name.label}
          value={values.name}
          onChange={(name) => change({ name })}
          onBlur={() => leave('name')}
          error={told('name', nameFault(values.name, edit.wasSent ? [] : others))}
        />
        <ZoneField
          label={texts.timeZone.label}
          value={values.timeZone}
          onChange={(timeZone) => change({ timeZone, unmatched: '' })}
          unmatched={values.unmatched}
          onUnmatched={(unmatched) => change({ unmatched })}
          error={(showFaults || values.unmatched !== '' ? zoneFault(values) : null) ?? undefined}
        />
      </div>
      <div>
        <p aria-hidden="true" className="text-xs font-semibold">
          {texts.hours.label}
        </p>
        <HoursField
          label={texts.hours.label}
          value={values.hours}
          onChange={(hours) => change({ hours })}
          showFaults={showFaults}
        />
      </div>
    </EditForm>
  );
}
