const ROWS = ['w-96', 'w-80', 'w-112', 'w-72'];

export function RowsSkeleton() {
  return (
    <div aria-hidden="true" className="appear-late flex flex-col gap-12 bg-surface px-3 py-5">
      {ROWS.map((width) => (
        <span key={width} className={`h-4 max-w-full animate-pulse rounded bg-sunken ${width}`} />
      ))}
    </div>
  );
}
