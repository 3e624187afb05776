import { Component, type ReactNode } from 'react'

type EditorBoundaryProps = {
  /** Shown in place of an editor that has failed. */
  fallback: ReactNode
  children: ReactNode
}

/** An editor that fails leaves the rest of the page, and the content, alone. */
export class EditorBoundary extends Component<EditorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
