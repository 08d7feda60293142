import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { appointmentTypeQueries } from '#app/api/reference.ts';
import { Texts } from '#app/components/texts.tsx';
import { nameFault } from '#app/editor/name-fault.ts';
import { EditForm, type FieldTexts } from '#app/features/practice/editing/edit-form.tsx';
import { LabelledCheckbox } from '#app/features/practice/editing/labelled-checkbox.tsx';
import { Add, byUse, Row, Rows } from '#app/features/practice/editing/rows.tsx';
import { useEdit } from '#app/features/practice/editing/use-edit.ts';
import { categoryText } from '#app/features/practice/fields/categories.ts';
import { minutesFault, minutesOf } from '#app/features/practice/fields/faults.ts';
import { type TypedVisitType, VisitTypeFields } from '#app/features/practice/fields/visit-type-fields.tsx';
import { partTitles } from '#app/features/practice/part-titles.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { durationText } from '#app/scheduling/time-text.ts';
import { visitTypeCategories } from '#contract/enums.ts';
import type { ReceivedAppointmentType } from '#contract/received.ts';

const hiddenText = () => t({ message: 'Hidden', comment: 'a visit type that is not offered in bookings' });

/** The visit types. */
export function TypesPart() {
  const { types, categories, can } = usePractice();
  return (
    <div className="flex flex-col gap-3">
      <Rows label={partTitles.types}>
        {[...types].sort(byUse).map((type) => (
          <Row
            key={type.id}
            id={type.id}
            name={type.name}
            facts={
              <Texts
                of={[
                  type.durationMinutes ? durationText(type.durationMinutes) : null,
                  categoryText(type.category, categories),
                  type.isActive ? null : hiddenText(),
                ]}
              />
            }
            faded={!type.isActive}
            canEdit={can('changeAppointmentType')}
            form={() => <TypeForm type={type} />}
          />
        ))}
      </Rows>
      {can('createAppointmentType') ? (
        <Add id="new type" label={t`New visit type`} form={() => <TypeForm type={null} />} />
      ) : null}
    </div>
  );
}

interface TypeValues extends TypedVisitType {
  isActive: boolean;
}

const valuesOf = ({ name, durationMinutes, category, isActive }: ReceivedAppointmentType): TypeValues => ({
  name,
  minutes: durationMinutes ? durationText(durationMinutes) : '',
  category,
  isActive,
});
const NEW: TypeValues = { name: '', minutes: '', category: 'consult', isActive: true };

function TypeForm({ type }: { type: ReceivedAppointmentType | null }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { company, types, categories, call } = usePractice();
  const others = types.filter(({ id }) => id !== type?.id).map(({ name }) => name);
  const edit = useEdit<TypeValues>({
    id: type?.id ?? 'new type',
    current: type ? valuesOf(type) : NEW,
    latest:
      type &&
      (async () => {
        const list = appointmentTypeQueries.ofCompany(api, company.id);
        const { records } = await queryClient.fetchQuery({ ...list, staleTime: 0, retry: false });
        const now = records.find(({ id }) => id === type.id);
        return now ? valuesOf(now) : null;
      }),
    isWrong: ({ name, minutes }) => nameFault(name, others) !== null || minutesFault(minutes) !== null,
    save(changes, values, options) {
      const name = values.name.trim();
      const durationMinutes = minutesOf(values.minutes) ?? 0;
      const category = visitTypeCategories.find((one) => one === values.category) ?? 'other';
      if (!type) return call('createAppointmentType', { name, durationMinutes, category }, options);
      return call('changeAppointmentType', {
        id: type.id,
        ...(changes.name === undefined ? {} : { name }),
        ...(changes.minutes === undefined ? {} : { durationMinutes }),
        ...(changes.category === undefined ? {} : { category }),
        ...(changes.isActive === undefined ? {} : { isActive: values.isActive }),
      });
    },
  });
  const texts: FieldTexts<TypeValues> = {
    name: { label: t({ message: 'Name', comment: 'of a room, a visit type, or a store' }), text: String },
    minutes: { label: t({ message: 'Length', comment: 'of a visit type' }), text: String },
    category: {
      label: t({ message: 'Category', comment: 'of a visit type' }),
      text: (category) => categoryText(category, categories),
    },
    isActive: {
      label: t`Offered in bookings`,
      text: (isActive) => (isActive ? t`Offered in bookings` : hiddenText()),
    },
  };
  return (
    <EditForm edit={edit} label={type?.name ?? t`New visit type`} texts={texts}>
      <VisitTypeFields
        labelled
        value={edit.values}
        onChange={edit.change}
        others={edit.wasSent ? [] : others}
        categories={categories}
        showFaults={edit.showFaults}
      />
      {type ? (
        <LabelledCheckbox
          label={t`Offered in bookings`}
          isChecked={edit.values.isActive}
          onChange={(isActive) => edit.change({ isActive })}
        />
      ) : (
        <p className="text-muted">{t`It is offered in bookings at once.`}</p>
      )}
      {type ? (
        <p className="text-muted">{t`Visits that are booked keep the name and category that they have.`}</p>
      ) : null}
    </EditForm>
  );
}
