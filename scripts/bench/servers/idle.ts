// A process that does nothing: how late its event loop runs is the machine's share of what is measured.
process.channel?.ref();
