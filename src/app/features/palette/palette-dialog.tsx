import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { usePetLookup } from '#app/api/pets.ts';
import { useDebounced } from '#app/browser/use-debounced.ts';
import { CommandList } from '#app/components/command-list.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { words } from '#app/text/words.ts';
import { type Command, type CommandsInput, commandsFor, type Target } from './commands.ts';

interface PaletteDialogProps extends Omit<CommandsInput, 'typed' | 'pets' | 'locale'> {
  companyId: string;
  /** Whether the employees could not be loaded. */
  staffFailed: boolean;
  onClose: () => void;
  onGo: (target: Target) => void;
}

const DEBOUNCE_MS = 150;
const MIN_LETTERS = 2;

/** The command palette: goes to a day, a view, a store, a vet, a pet, or a new appointment. */
export function PaletteDialog(props: PaletteDialogProps) {
  const { companyId, staffFailed, onClose, onGo } = props;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const { found, enoughTyped, looking, failed, partly } = usePetLookup({
    companyId,
    typed,
    settled: useDebounced(typed, DEBOUNCE_MS).trim(),
    minLetters: MIN_LETTERS,
  });
  const commands = commandsFor({ ...props, typed, pets: found });
  // Enter pressed before the pets are found applies to the first result when it arrives.
  const [awaited, setAwaited] = useState<string | null>(null);
  const first = commands[0]?.target;
  useEffect(() => {
    if (awaited !== null && awaited === typed && first) onGo(first);
  }, [awaited, typed, first, onGo]);
  const petsFailed = enoughTyped && failed && !looking;
  const searched = typed.trim() !== '';
  const notes = [
    petsFailed ? t`The pets could not be looked up.` : '',
    enoughTyped && !petsFailed && partly ? t`There are too many pets to search all of them. Type more letters.` : '',
    searched && staffFailed ? t`The vets could not be loaded.` : '',
  ].filter(Boolean);
  return (
    <Dialog title={words.goTo} initialFocus={field} onClose={onClose}>
      <CommandList<Command>
        ref={field}
        label={t`Go to a day, a view, a store, a vet, a pet`}
        placeholder={t({
          message: 'A day (fri, 24.12., +3), a view, a store, a vet, a pet or its owner',
          comment:
            'In brackets: a day as people type it, the way they do in the language: a short weekday, a date without its year',
        })}
        items={commands}
        idOf={({ id }) => id}
        textOf={({ label }) => label}
        renderItem={({ label, detail }) => (
          <span className="flex min-w-0 grow items-baseline gap-3">
            <span className="truncate">{label}</span>
            <span className="ms-auto shrink-0 text-xs text-muted">{detail}</span>
          </span>
        )}
        // "Nothing found" is only true where the whole list could be searched.
        empty={
          looking
            ? awaited === typed
              ? t`Looking… The first one found is opened.`
              : words.looking
            : notes.length > 0
              ? null
              : words.nothingByThatName
        }
        note={notes.join(' ')}
        onType={setTyped}
        onChoose={({ target }) => onGo(target)}
        onEnterEarly={() => setAwaited(typed)}
      />
    </Dialog>
  );
}
