import { t } from '@lingui/core/macro';
import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { fileExtensions } from '#import/read-source.ts';

interface DropFilesProps {
  /** Whether files were already added. The area is then smaller. */
  isFurther: boolean;
  isDisabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Accepts files that are dropped anywhere on the page, or chosen. */
export function DropFiles({ isFurther, isDisabled, onFiles }: DropFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  useEffect(() => {
    function onDrag(event: DragEvent) {
      if (!hasFiles(event)) return;
      // Without this, the browser would open a dropped file in place of the page.
      event.preventDefault();
      setDraggedOver(event.type === 'dragover' && !isDisabled);
      if (event.type === 'drop' && !isDisabled) onFiles([...(event.dataTransfer?.files ?? [])]);
    }
    function onLeave(event: DragEvent) {
      if (event.relatedTarget === null) setDraggedOver(false);
    }
    window.addEventListener('dragover', onDrag);
    window.addEventListener('drop', onDrag);
    window.addEventListener('dragleave', onLeave);
    return () => {
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('drop', onDrag);
      window.removeEventListener('dragleave', onLeave);
    };
  }, [isDisabled, onFiles]);
  return (
    <div
      className={`flex flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-lg border border-dashed px-4 text-center ${isFurther ? 'py-3' : 'py-8'} ${isDraggedOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'}`}
    >
      <FileUp aria-hidden="true" size={20} className="text-muted" />
      <p>{isFurther ? t`Drop more files here` : t`Drop the files from your old program here`}</p>
      <Button tone={isFurther ? 'plain' : 'primary'} aria-disabled={isDisabled} onClick={() => input.current?.click()}>
        {t`Choose files`}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        // Phones only offer files of MIME types that are listed, so the extensions are not enough.
        accept={`${fileExtensions.join()},text/csv,text/plain,text/tab-separated-values`}
        hidden
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Without this, choosing the same file again after it was corrected would not fire an event.
          currentTarget.value = '';
        }}
      />
      {isFurther ? null : (
        <p className="basis-full text-muted">
          {t`Clients, pets, people and appointments: .xlsx, .csv, .txt and .tsv files, or a .zip of them.`}
        </p>
      )}
    </div>
  );
}
