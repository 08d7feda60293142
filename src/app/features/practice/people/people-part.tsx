import { t } from '@lingui/core/macro';
import { useQueries } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { practiceQueries } from '#app/api/practice.ts';
import { Texts } from '#app/components/texts.tsx';
import { Add, byUse, Row, Rows } from '#app/features/practice/editing/rows.tsx';
import { partTitles } from '#app/features/practice/part-titles.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { mayText, roleText, storesText } from './people-text.ts';
import { NewPerson, Person } from './person-form.tsx';

/** Of so many people it is read at once what they may do; of more only when one is opened, since each takes a request. */
const READ_AT_ONCE = 12;

/** Those who work in the practice, what they may do, and their keys. */
export function PeoplePart() {
  const api = useApi();
  const { company, employees, can } = usePractice();
  const people = [...employees].sort(byUse);
  const read = can('getEmployee') ? people.filter(({ isActive }) => isActive).slice(0, READ_AT_ONCE) : [];
  const known = useQueries({
    queries: read.map(({ id }) => practiceQueries.employee(api, { companyId: company.id, employeeId: id })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data ? [[data.id, data.permissions] as const] : []))),
  });
  return (
    <div className="flex flex-col gap-3">
      <Rows label={partTitles.people}>
        {people.map((employee) => {
          const held = known.get(employee.id);
          return (
            <Row
              key={employee.id}
              id={employee.id}
              name={employee.name}
              facts={
                <Texts
                  of={[
                    roleText(employee.role),
                    company.stores.length > 1 ? storesText(employee.storeIds, company) : null,
                    employee.isActive
                      ? held && mayText(held)
                      : t({ message: 'No longer here', comment: 'a person who has left the practice' }),
                  ]}
                />
              }
              faded={!employee.isActive}
              canEdit={can('getEmployee')}
              form={() => <Person employeeId={employee.id} />}
            />
          );
        })}
      </Rows>
      {can('createEmployee') ? (
        <Add
          id="new person"
          label={t({ message: 'New person', comment: 'button: adds one who works here' })}
          form={() => <NewPerson />}
        />
      ) : null}
    </div>
  );
}
