import { useDeferredValue } from 'react'
import { paths } from '#app/paths.ts'
import type { Sheet } from '#core/documents/csv/parse-sheet.ts'
import { ChartView } from '../chart-view.tsx'
import { type ChartChoice, chartQuery } from './chart-choice.ts'

type EditedChartProps = {
  documentId: string
  sheet: Sheet
  choice: ChartChoice
  onChoose(choice: ChartChoice): void
  onClose(): void
}

/** The chart of a sheet that is being edited: it follows the edits, as soon as there is time. */
export function EditedChart({ documentId, sheet, choice, onChoose, onClose }: EditedChartProps) {
  return (
    <ChartView
      sheet={useDeferredValue(sheet)}
      choice={choice}
      kept={[]}
      fileAddress={paths.documentChart(documentId, chartQuery(choice))}
      onChoose={onChoose}
      onClose={onClose}
    />
  )
}
