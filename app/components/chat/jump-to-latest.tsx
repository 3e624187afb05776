/** A way back down, while the reader is further up. */
export function JumpToLatest({ isAway, onClick }: { isAway: boolean; onClick(): void }) {
  if (!isAway) return null
  return (
    <button
      type="button"
      className="icon-button i-arrow-down jump-to-latest"
      aria-label="Jump to the latest"
      onClick={onClick}
    />
  )
}
