import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { companyName, type DeskCompany } from '#app/api/directory.ts';
import type { Field, FieldInputProps } from '#app/editor/field.ts';
import { textField } from '#app/editor/fields.tsx';
import { defineKind } from '#app/editor/kind.ts';
import { nameFault } from '#app/editor/name-fault.ts';
import { categoriesText } from '#app/features/practice/fields/categories.ts';
import { CategoryChoice } from '#app/features/practice/fields/category-choice.tsx';
import { readHours, type TypedHours, typedHours } from '#app/features/practice/fields/hours.ts';
import { HoursField } from '#app/features/practice/fields/hours-field.tsx';
import { hoursTexts } from '#app/features/practice/fields/hours-text.ts';
import { ZoneField } from '#app/features/practice/fields/zone-field.tsx';
import { partTitle } from '#app/features/practice/part-titles.ts';
import type { Practice } from '#app/features/practice/practice-context.ts';
import { browserZone, zoneCity } from '#app/text/time-text.ts';
import { type OpeningHours, openingHoursSchema } from '#contract/clients-pets-staff.ts';
import { visitTypeCategories } from '#contract/enums.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';
import { isTimeZone } from '#contract/practice-setup.ts';
import type { ReceivedStore } from '#contract/received.ts';

const { changeCompany, createStore, changeStore, createRoom, changeRoom } = practiceEndpoints;

const nameLabel = () => t({ message: 'Name', comment: 'of a room, a visit type, or a store' });
export const nameField = textField({ label: nameLabel });

/** The fault of a name that another record in the list has. */
export function uniqueName({ name }: { name: string }, others: readonly { name: string }[]): { name?: string } {
  const fault = nameFault(
    name,
    others.map((other) => other.name),
  );
  return fault === null ? {} : { name: fault };
}

export const companyKind = defineKind({
  name: 'company',
  added: () => partTitle('practice'),
  title: (company: DeskCompany) => companyName(company),
  fields: {
    name: textField({ label: nameLabel, hint: () => t`The name of the practice, shown on key cards and day sheets.` }),
  },
  change: { operation: 'changeCompany', ...changeCompany },
  blank: () => ({ name: '' }),
});

interface TypedZone {
  readonly zone: string;
  /** Typed text that is not a zone; empty otherwise. */
  readonly unmatched: string;
}

const zoneField: Field<string | null, TypedZone> = {
  label: () => t`Time zone`,
  value: z.nullable(z.string()),
  typed: z.object({ zone: z.string(), unmatched: z.string() }),
  text: (zone) => (zone === null ? '' : zoneCity(zone)),
  begin: (zone) => ({ zone: zone ?? '', unmatched: '' }),
  read: ({ zone, unmatched }) =>
    unmatched === '' && isTimeZone(zone) ? { value: zone } : { fault: t`Choose a time zone from the list.` },
  Input: ZoneInput,
};

function ZoneInput({ label, value, onChange, onBlur, error }: FieldInputProps<TypedZone>) {
  return (
    <ZoneField
      label={label}
      value={value.zone}
      onChange={(zone) => onChange({ zone, unmatched: '' })}
      unmatched={value.unmatched}
      onUnmatched={(unmatched) => {
        onChange({ ...value, unmatched });
        onBlur();
      }}
      error={error}
    />
  );
}

const hoursField: Field<OpeningHours[], TypedHours[]> = {
  label: () => t`Opening hours`,
  value: z.array(openingHoursSchema),
  typed: z.array(z.object({ weekday: z.int(), opens: z.string(), closes: z.string() })),
  text: (hours) => hoursTexts(hours).join(' · '),
  begin: typedHours,
  read(typed) {
    const { hours } = readHours(typed);
    return hours === null ? { fault: t`Check the opening hours.` } : { value: hours };
  },
  Input: HoursInput,
  isWide: true,
};

function HoursInput({ label, value, onChange, showFaults }: FieldInputProps<TypedHours[]>) {
  return (
    <>
      <p aria-hidden="true" className="text-xs font-semibold">
        {label}
      </p>
      <HoursField label={label} value={value} onChange={onChange} showFaults={showFaults} />
    </>
  );
}

export const storeKind = defineKind({
  name: 'store',
  added: () => t({ message: 'New store', comment: 'a location of the practice' }),
  title: ({ name }: ReceivedStore) => name,
  fields: { name: nameField, timeZone: zoneField, openingHours: hoursField },
  create: { operation: 'createStore', ...createStore },
  change: { operation: 'changeStore', ...changeStore },
  // It starts with the opening hours of the first store.
  blank: ({ stores: [first] }: Practice) => ({
    name: '',
    timeZone: first?.timeZone ?? browserZone,
    openingHours: first?.openingHours ?? [],
  }),
  row: ({ timeZone }) => (timeZone === browserZone ? ['openingHours'] : ['openingHours', 'timeZone']),
  faults: uniqueName,
});

const categoriesField: Field<string[], string[], Practice> = {
  label: () => t({ message: 'Use', comment: 'of a room: for which categories of appointments' }),
  value: z.array(z.string()),
  typed: z.array(z.string()),
  text: (chosen, { categories }) => categoriesText(chosen, categories),
  begin: (chosen) => chosen,
  // No other category can be saved.
  read: (typed) => ({ value: visitTypeCategories.filter((category) => typed.includes(category)) }),
  options: ({ categories }) => categories,
  Input: CategoriesInput,
};

function CategoriesInput({ label, value, onChange, options }: FieldInputProps<string[], Practice>) {
  return <CategoryChoice label={label} chosen={value} options={options} onChange={onChange} />;
}

export const roomKind = defineKind({
  name: 'room',
  added: () => t({ message: 'New room', comment: 'button: adds a room to a store' }),
  title: ({ name }: ReceivedStore['rooms'][number]) => name,
  fields: { name: nameField, categories: categoriesField },
  create: { operation: 'createRoom', ...createRoom },
  change: { operation: 'changeRoom', ...changeRoom },
  blank: () => ({ name: '', categories: [] }),
  row: () => ['categories'],
  faults: uniqueName,
});
