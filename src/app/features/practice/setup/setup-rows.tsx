import { t } from '@lingui/core/macro';
import { type Control, useController } from 'react-hook-form';
import { categoryOptions } from '#app/features/practice/fields/categories.ts';
import { PersonFields, personColumns } from '#app/features/practice/fields/person-fields.tsx';
import { RoomFields } from '#app/features/practice/fields/room-fields.tsx';
import { movedRow, RowList } from '#app/features/practice/fields/row-list.tsx';
import { VisitTypeFields, visitTypeColumns } from '#app/features/practice/fields/visit-type-fields.tsx';
import { fullName, type PracticeSetup } from '#contract/practice-setup.ts';
import { newPerson, newRoom, newVisitType, otherNames, type SetupValues } from './setup-values.ts';

interface RowsProps {
  control: Control<SetupValues, unknown, PracticeSetup>;
  isSubmitted: boolean;
}

const nameOf = ({ name }: { name: string }) => name;
const replaced = <Row extends { key: string }>(rows: readonly Row[], row: Row, changes: Partial<Row>) =>
  rows.map((one) => (one.key === row.key ? { ...one, ...changes } : one));

export function RoomRows({ control, isSubmitted }: RowsProps) {
  const {
    field: { value: rooms, onChange },
  } = useController({ control, name: 'rooms' });
  const categories = categoryOptions();
  return (
    <RowList
      label={t`Rooms`}
      rows={rooms}
      nameOf={nameOf}
      isBlank={({ name }) => name.trim() === ''}
      addText={t`Add room`}
      onAdd={(at) => onChange(rooms.toSpliced(at, 0, newRoom()))}
      onRemove={(index) => onChange(rooms.toSpliced(index, 1))}
      onMove={(from, to) => onChange(movedRow(rooms, from, to))}
    >
      {(room, nth) => (
        <RoomFields
          value={room}
          onChange={(changed) => onChange(replaced(rooms, room, { ...changed, categories: [...changed.categories] }))}
          others={otherNames(rooms, nth, nameOf)}
          categories={categories}
          showFaults={isSubmitted}
        />
      )}
    </RowList>
  );
}

export function VisitTypeRows({ control, isSubmitted }: RowsProps) {
  const {
    field: { value: types, onChange },
  } = useController({ control, name: 'visitTypes' });
  const categories = categoryOptions();
  return (
    <RowList
      label={t`Visit types`}
      rows={types}
      nameOf={nameOf}
      isBlank={({ name }) => name.trim() === ''}
      heading={
        <div className={visitTypeColumns}>
          <span>{t({ message: 'Name', comment: 'of a room, a visit type, or a store' })}</span>
          <span>{t({ message: 'Length', comment: 'of a visit type' })}</span>
          <span>{t({ message: 'Category', comment: 'of a visit type' })}</span>
        </div>
      }
      addText={t`Add visit type`}
      onAdd={(at) => onChange(types.toSpliced(at, 0, newVisitType()))}
      onRemove={(index) => onChange(types.toSpliced(index, 1))}
    >
      {(type, nth) => (
        <VisitTypeFields
          value={type}
          onChange={(changed) => onChange(replaced(types, type, changed))}
          others={otherNames(types, nth, nameOf)}
          categories={categories}
          showFaults={isSubmitted}
        />
      )}
    </RowList>
  );
}

export function PeopleRows({ control, isSubmitted }: RowsProps) {
  const {
    field: { value: others, onChange },
  } = useController({ control, name: 'others' });
  const { field: you } = useController({ control, name: 'you' });
  return (
    <RowList
      label={t`Others who work here`}
      rows={others}
      nameOf={fullName}
      isBlank={(person) => fullName(person) === ''}
      heading={
        others.length === 0 ? null : (
          <div className={personColumns}>
            <span>{t({ message: 'First name', comment: 'of a person' })}</span>
            <span>{t({ message: 'Last name', comment: 'of a person' })}</span>
            <span>{t({ message: 'Role', comment: 'what a person does in a practice' })}</span>
            <span>{t({ message: 'May', comment: 'what a person may do: manage, book, view' })}</span>
          </div>
        )
      }
      addText={t`Add person`}
      onAdd={(at) => onChange(others.toSpliced(at, 0, newPerson()))}
      onRemove={(index) => onChange(others.toSpliced(index, 1))}
    >
      {(person, nth) => (
        <PersonFields
          value={person}
          onChange={(changed) => onChange(replaced(others, person, changed))}
          others={[fullName(you.value), ...otherNames(others, nth, fullName)].filter((name) => name !== '')}
          showFaults={isSubmitted}
        />
      )}
    </RowList>
  );
}
