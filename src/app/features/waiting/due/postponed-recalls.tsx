import { plural, t } from '@lingui/core/macro';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { appointmentVisitTypeName, type Directory, fallbackNames } from '#app/api/directory.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { dateInYearText } from '#app/text/time-text.ts';
import type { ReceivedRecall } from '#contract/received-waiting-list.ts';

interface PostponedRecallsProps {
  recalls: readonly ReceivedRecall[];
  directory: Directory;
  /** `YYYY-MM-DD` */
  today: string;
  /** Puts a pet back on the list; null if the person may not do that. */
  onWake: ((recall: ReceivedRecall) => void) | null;
}

/** The recalls that were put off, in a section that is collapsed at first. */
export function PostponedRecalls({ recalls, directory, today, onWake }: PostponedRecallsProps) {
  const addresses = useAddresses();
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      aria-label={t({ message: 'Put off', comment: 'pets about which clients will be called later' })}
      className="border-t border-line"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
        <Clock aria-hidden="true" size={14} className="text-muted" />
        {t({
          message: plural(recalls.length, { one: '# call put off', other: '# calls put off' }),
          comment: 'pets about which clients will be called later',
        })}
        <Button compact aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.hide : texts.show}
        </Button>
      </p>
      {isOpen ? (
        <ul className="bg-surface text-sm">
          {recalls.map((recall) => {
            const pet = directory.pets.get(recall.petId);
            const name = pet?.name || fallbackNames.pet(recall.petId);
            const until = dateInYearText(recall.snoozedUntil ?? recall.dueOn, today);
            const due = dateInYearText(recall.dueOn, today);
            return (
              <li
                key={recall.id}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-1.5"
              >
                <AppLink to={addresses.pet(recall.petId)} className="min-w-6 leading-6 font-semibold break-words">
                  <bdi>{name}</bdi>
                </AppLink>
                <span className="min-w-0 break-words">
                  <InlineTexts
                    of={[
                      pet?.clientName,
                      appointmentVisitTypeName({ ...recall, visitTypeName: null }, directory),
                      t({ message: `due ${due}`, comment: 'a pet; a day' }),
                    ]}
                  />
                </span>
                <span className="ms-auto text-muted">
                  {t({ message: `until ${until}`, comment: 'a day until which a call is put off' })}
                </span>
                {onWake === null ? null : (
                  <Button
                    compact
                    aria-label={t({
                      message: `Put back on the list: ${isolateText(name)}`,
                      comment: 'button: a call about a pet is no longer put off',
                    })}
                    onClick={() => onWake(recall)}
                  >
                    {t({ message: 'Put back on the list', comment: 'button: a call about a pet is no longer put off' })}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}
